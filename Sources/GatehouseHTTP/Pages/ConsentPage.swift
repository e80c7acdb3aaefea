import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The consent page: what the client requests, to allow or to deny.
///
/// Actions: `continue` (allow), `cancel` (deny), `otherAccount`.
package struct ConsentPage: HostedPage {
    package static let template = "consent"

    package var form: PageForm?
    package var email: String
    package var items: [ConsentItem]
    package var destination: Destination?
    package var warning: Warning?

    /// The destination of the browser after consent.
    package enum Destination: Sendable, Hashable {
        /// A website, identified by its host.
        case site(String)
        /// An app on the device. Its address is not shown: any app may claim a scheme or listen on a port.
        case app
    }

    /// The reason for which the name of the client may mislead users.
    package enum Warning: Sendable, Hashable {
        /// The client registered itself.
        case selfRegistered
        /// The client is described by a document on this host.
        case document(host: String)
    }

    package init(
        form: PageForm,
        email: String,
        items: [ConsentItem],
        destination: Destination? = nil,
        warning: Warning? = nil
    ) {
        self.form = form
        self.email = email
        self.items = items
        self.destination = destination
        self.warning = warning
    }

    package var arguments: [String: String] {
        var arguments: [String: String] = [:]
        if case .site(let host)? = destination { arguments["destination"] = host }
        if case .document(let host)? = warning { arguments["clientHost"] = host }
        return arguments
    }

    package func content(_ text: PageText) -> PageContent {
        var content = PageContent(
            title: text("consent.title"),
            values: [
                "withdrawal": Self.withdrawal(text), "email": email, "items": ConsentItem.contents(of: items, text),
                "hasChoice": items.contains { $0.choice != nil },
            ]
        )
        content.values["destination"] =
            switch destination {
            case .site: text("consent.destinationSite")
            case .app: text("consent.destinationApp")
            case nil: nil
            }
        content.values["warning"] =
            switch warning {
            case .selfRegistered: text("consent.selfRegistered")
            case .document: text("consent.documentHost")
            case nil: nil
            }
        return content
    }

    /// Returns the sentence about the withdrawal as texts and the link to the account.
    private static func withdrawal(_ text: PageText) -> [[String: Any]] {
        text.segments("consent.allowHint").map { segment in
            switch segment {
            case .text(let text): ["plain": text]
            case .placeholder: ["path": AccountSection.apps.path, "label": text("consent.account")]
            }
        }
    }
}

/// The page of an app of the operator that another app could impersonate: one button, without a list of scopes.
///
/// Actions: `continue`, `otherAccount`, `cancel`.
package struct ContinuePage: HostedPage {
    package static let template = "continue"

    package var form: PageForm?
    package var email: String

    package init(form: PageForm, email: String) {
        self.form = form
        self.email = email
    }

    package var arguments: [String: String] { ["email": email] }

    package func content(_ text: PageText) -> PageContent {
        PageContent(title: text("consent.continueTitle"))
    }
}

extension ConsentPage.Destination {
    /// Creates the destination of a redirect URI: a website for a web address, else an app.
    init(_ uri: RedirectURI) {
        guard let host = uri.host, !uri.isOnDevice else {
            self = .app
            return
        }
        self = .site(host)
    }
}

extension ConsentPage.Warning {
    /// Creates the warning about a client; `nil` for one that an operator vouches for.
    init?(_ client: Client) {
        guard !client.isVerified else { return nil }
        let host = ClientMetadataURL(client.id.rawValue, allowsLoopback: true)?.host
        self = client.origin?.kind == .document ? .document(host: host ?? client.id.rawValue) : .selfRegistered
    }
}

/// A scope or a group of claims that the client requests.
package struct ConsentItem: Sendable, Hashable {
    /// An optional scope that the user may decline.
    package struct Choice: Sendable, Hashable {
        /// The scope, as named in the form.
        package var scope: String
        package var isSelected: Bool

        package init(scope: String, isSelected: Bool) {
            self.scope = scope
            self.isSelected = isSelected
        }
    }

    /// A claim that the request names.
    package struct Claim: Sendable, Hashable {
        package var name: String
        /// The client's label for the claim.
        package var label: String?

        package init(name: String, label: String? = nil) {
            self.name = name
            self.label = label
        }
    }

    /// The name of the scope; empty for claims, and for an API without scopes.
    ///
    /// The server's own scopes have texts in the string tables.
    package var name: String
    /// The description of a custom scope; all scopes without a description are shown as one item.
    package var description: String?
    /// The name of the API that the scope belongs to, under which the scopes of the API are shown.
    package var api: String?
    /// The current value to share, such as the email address.
    package var value: String?
    /// The choice for an optional scope; `nil` for required items.
    package var choice: Choice?
    /// The claims of a group; empty for a scope.
    package var claims: [Claim] = []

    package init(
        name: String,
        description: String? = nil,
        api: String? = nil,
        value: String? = nil,
        choice: Choice? = nil
    ) {
        self.name = name
        self.description = description
        self.api = api
        self.value = value
        self.choice = choice
    }

    /// Creates an item for a group of claims.
    package init(claims: [Claim]) {
        self.init(name: "")
        self.claims = claims
    }

    /// Returns the template values of items: scopes without a description as one item after the others, then the
    /// scopes of each API below its name.
    static func contents(of items: [ConsentItem], _ text: PageText) -> [[String: Any]] {
        let own = items.filter { $0.api == nil }
        let undescribed = own.filter { $0.choice == nil && $0.title(text) == nil }
        var contents = own.filter { !undescribed.contains($0) }.map { $0.content(text) }
        contents += undescribed.prefix(1).map { $0.content(text) }
        var apis: [String] = []
        for case let api? in items.map(\.api) where !apis.contains(api) { apis.append(api) }
        for api in apis {
            var group = items.filter { $0.api == api }.map { $0.content(text) }
            group[0]["api"] = api
            contents += group
        }
        return contents
    }

    /// Returns the title of the item; `nil` for a custom scope without a description.
    private func title(_ text: PageText) -> String? {
        guard claims.isEmpty else { return text("consent.claims") }
        guard !name.isEmpty else { return text("consent.resource") }
        let key = "consent.scope." + name
        return description ?? (text.unfilled(key) == nil ? nil : text(key))
    }

    private func content(_ text: PageText) -> [String: Any] {
        var content: [String: Any] = ["title": title(text) ?? text("consent.scope.other")]
        content["detail"] = value
        if !claims.isEmpty {
            var labels: [String] = []
            for claim in claims {
                let label = claim.label ?? PageAttribute.label(for: claim.name, text)
                if !labels.contains(label) { labels.append(label) }
            }
            content["detail"] = labels.joined(separator: " · ")
        }
        guard let choice else { return content }
        content["name"] = PageInput.scopePrefix + choice.scope
        content["isTicked"] = choice.isSelected
        return ["choice": content]
    }
}

extension ConsentItem {
    /// Returns the items of a request: the scopes as grouped by its protocol adapter, the APIs without scopes, and the
    /// claims beyond the scopes.
    ///
    /// An optional scope is selected unless the user declined it before.
    static func items(
        of purpose: FlowPurpose,
        for client: Client,
        declined: ScopeSet,
        email: String,
        texts: ScopeTexts
    ) -> [ConsentItem] {
        var scopes = purpose.scopes
        var rules: AuthorizationRules?
        if case .authorization(let intent) = purpose { rules = intent.rules }
        if let rules { scopes = rules.presented(scopes) }
        var items = scopes.map { scope in
            let isNameAndAddress = rules?.own([scope]) == [.profile, .email]
            return ConsentItem(
                name: isNameAndAddress ? "profile+email" : scope.rawValue,
                description: isNameAndAddress ? nil : texts.text(for: scope),
                api: isNameAndAddress ? nil : texts.resourceName(of: scope),
                value: scope == .email || isNameAndAddress ? email : nil,
                choice: purpose.optionalScopes.contains(scope)
                    ? Choice(scope: scope.rawValue, isSelected: !declined.contains(scope)) : nil
            )
        }
        items += purpose.resources.compactMap { texts.name(ofResourceWithoutScopes: $0) }
            .map { ConsentItem(name: "", api: $0) }
        let claims = client.claimsBeyondScopes(of: purpose).map { name in
            Claim(name: name.rawValue, label: client.attributes.first { $0.name == name.rawValue }?.label)
        }
        return claims.isEmpty ? items : items + [ConsentItem(claims: claims)]
    }
}

/// The name, logo and policies of a client.
package struct ClientBranding: Sendable, Hashable {
    /// The name shown to users.
    package var name: String
    /// The address of the logo; only `https:` addresses are shown.
    ///
    /// Without a logo, the first letter of the name is shown.
    package var logo: String?
    /// The `https:` address of the terms of use.
    package var terms: String?
    /// The `https:` address of the privacy policy.
    package var privacyPolicy: String?

    package init(name: String, logo: String? = nil, terms: String? = nil, privacyPolicy: String? = nil) {
        self.name = name
        self.logo = logo
        self.terms = terms
        self.privacyPolicy = privacyPolicy
    }

    /// Returns the template values of the client.
    func content(_ text: PageText) -> [String: Any] {
        var content: [String: Any] = ["name": name, "initial": name.first.map { String($0).uppercased() } ?? ""]
        content["logo"] = Self.httpsAddress(logo)
        content["terms"] = Self.httpsAddress(terms)
        content["privacyPolicy"] = Self.httpsAddress(privacyPolicy)
        content["hasPolicies"] = content["terms"] != nil || content["privacyPolicy"] != nil
        content["agreement"] = agreement(text)
        return content
    }

    /// Returns the sentence about the policies as texts and links; `nil` for a client without policies.
    private func agreement(_ text: PageText) -> [[String: Any]]? {
        let key: String
        switch (Self.httpsAddress(terms), Self.httpsAddress(privacyPolicy)) {
        case (nil, nil): return nil
        case (_?, nil): key = "signUp.agreeTerms"
        case (nil, _?): key = "signUp.agreePrivacy"
        case (_?, _?): key = "signUp.agree"
        }
        return text.segments(key).map { segment -> [String: Any] in
            switch segment {
            case .text(let text): ["plain": text]
            case .placeholder("terms"): ["address": terms ?? "", "label": text("consent.terms")]
            case .placeholder: ["address": privacyPolicy ?? "", "label": text("consent.privacy")]
            }
        }
    }

    private static func httpsAddress(_ address: String?) -> String? {
        guard let address, address.lowercased().hasPrefix("https://") else { return nil }
        return address
    }
}

extension ClientBranding {
    /// Creates the branding of a registered client.
    ///
    /// The logo of a client that no operator vouches for is not shown: it could be that of another.
    init(_ client: Client) {
        self.init(
            name: client.name,
            logo: client.isVerified ? client.logoURI : nil,
            terms: client.termsOfServiceURI,
            privacyPolicy: client.policyURI
        )
    }
}
