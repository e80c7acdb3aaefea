package import ArgumentParser
import GatehouseServer
import GatehouseStore
import GatehouseWire

struct ClientUpdate: Command {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Change the properties of an app.",
        discussion: """
            Other properties, accounts, sessions and consents stay unchanged. A list replaces the previous list. \
            Running servers apply the change within a second. To change attributes, use 'gatehouse client attributes'; \
            to change the secret, 'gatehouse client secret rotate'.
            """
    )

    @Argument(help: "Client ID")
    var id: String

    @OptionGroup(title: "App") var changes: ClientChanges

    @OptionGroup(title: "App") var options: ClientOptions

    @OptionGroup(title: "App") var profile: ProfileChanges

    @OptionGroup(title: "App") var dpop: DPoPOptions

    @OptionGroup(title: "Keys and signatures") var keys: ClientKeyChanges

    @OptionGroup(title: "Second factor and mobile apps") var mobile: MobileAppChanges

    @OptionGroup(title: "Logout tokens and user IDs") var logout: LogoutChanges

    @OptionGroup(title: "Userinfo and defaults of requests") var openID: OpenIDChanges

    @OptionGroup(title: "Exchange of tokens") var exchange: ExchangeChanges

    @OptionGroup(title: "Native authentication") var native: NativeChanges

    @OptionGroup(title: "Kii") var kii: KiiChanges

    @Flag(help: "Print the client in the format of 'gatehouse client list --json'.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func validate() throws {
        try changes.validate(with: options)
        let isEmpty =
            options.isEmpty && profile.isEmpty && dpop.isEmpty && changes.isEmpty && keys.isEmpty && mobile.isEmpty
            && logout.isEmpty && openID.isEmpty && exchange.isEmpty && kii.isEmpty && !native.changesNative
        guard native.revealAccounts != nil || !isEmpty else {
            throw ValidationError("Nothing to change. Add at least one option.")
        }
        guard kii.isEmpty || !native.changesNative else {
            throw ValidationError("Options for native and Kii clients can't be combined.")
        }
    }

    func run(in context: CommandContext) async throws {
        let secret = OpaqueToken(random: context.random)
        let adminSecret = OpaqueToken(random: context.random)
        let clients = try await StoreAdministration(store, in: context).clients
        var client = try await clients.update(id) { client throws(OAuthError) in
            if let name = changes.name { client.name = name }
            profile.apply(to: &client)
            mobile.apply(to: &client)
            dpop.apply(to: &client)
            openID.apply(to: &client)
            try logout.apply(to: &client)
            try native.apply(to: &client)
            try kii.apply(disclosesAccounts: native.revealAccounts, adminSecretHash: adminSecret.hash, to: &client)
            try changes.apply(options, newSecretHash: secret.hash, to: &client)
            try exchange.apply(to: &client)
            // Without its keys, a client that signs with them would count as public.
            if let method = options.authMethod ?? profile.options.authenticationMethod {
                guard client.isConfidential || method.signsAssertions else {
                    throw OAuthError(
                        .invalidClientMetadata,
                        "'\(client.id)' is a public client without a secret. Add --type confidential."
                    )
                }
                try clients.registrar.setAuthenticationMethod(method, of: &client, newSecret: secret)
            }
            keys.apply(to: &client)
        }
        if client.client.secretHash == secret.hash { client.information.clientSecret = secret.secret }
        if client.client.passwordApp?.adminSecretHash == adminSecret.hash {
            client.information.kiiAdminSecret = adminSecret.secret
        }
        try client.show(asJSON: json, to: context.output)
    }
}

/// The options of `client update` that add, remove and switch properties.
package struct ClientChanges: ParsableArguments, Sendable {
    @Option(help: "App name on sign-in pages and in emails")
    package var name: String?

    @Option(
        name: .customLong("add-redirect-uri"),
        help: ArgumentHelp("Redirect URI to add; repeatable", valueName: "uri")
    )
    package var addedRedirectURIs: [String] = []

    @Option(
        name: .customLong("remove-redirect-uri"),
        help: ArgumentHelp("Redirect URI to remove; repeatable", valueName: "uri")
    )
    package var removedRedirectURIs: [String] = []

    @Option(
        name: .customLong("add-post-logout-redirect-uri"),
        help: ArgumentHelp("Redirect URI after sign-out to add; repeatable", valueName: "uri")
    )
    package var addedPostLogoutRedirectURIs: [String] = []

    @Option(
        name: .customLong("remove-post-logout-redirect-uri"),
        help: ArgumentHelp("Redirect URI after sign-out to remove; repeatable", valueName: "uri")
    )
    package var removedPostLogoutRedirectURIs: [String] = []

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Require PKCE in authorization requests; optional only for confidential clients."
    )
    package var pkce: Bool?

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Accept token requests without the redirect URI of the authorization request."
    )
    package var redirectURIOptional: Bool?

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Don't ask for consent (for your own apps only)."
    )
    package var skipConsent: Bool?

    @Flag(name: .customLong("no-logo-uri"), help: "Remove the logo.")
    package var withoutLogo = false

    @Flag(name: .customLong("no-tos-uri"), help: "Remove the terms of use.")
    package var withoutTermsOfService = false

    @Flag(name: .customLong("no-policy-uri"), help: "Remove the privacy policy.")
    package var withoutPolicy = false

    @Flag(name: .customLong("no-introspects"), help: "Remove user data from introspection responses.")
    package var withoutIntrospection = false

    @Flag(name: .customLong("no-code-domain"), help: "Remove the domain from SMS codes.")
    package var withoutCodeDomain = false

    @Flag(name: .customLong("no-default-resource"), help: "Remove the default API.")
    package var withoutDefaultResource = false

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool {
        let lists = [
            addedRedirectURIs, removedRedirectURIs, addedPostLogoutRedirectURIs, removedPostLogoutRedirectURIs,
        ]
        let removals = [
            withoutLogo, withoutTermsOfService, withoutPolicy, withoutIntrospection, withoutCodeDomain,
            withoutDefaultResource,
        ]
        return name == nil && lists.allSatisfy(\.isEmpty) && !removals.contains(true)
            && [pkce, redirectURIOptional, skipConsent].allSatisfy { $0 == nil }
    }

    /// Throws for options that contradict each other.
    func validate(with options: ClientOptions) throws {
        let lists = [
            ("redirect-uri", options.redirectURIs, addedRedirectURIs + removedRedirectURIs),
            (
                "post-logout-redirect-uri", options.postLogoutRedirectURIs,
                addedPostLogoutRedirectURIs + removedPostLogoutRedirectURIs
            ),
        ]
        for (name, all, edits) in lists where !all.isEmpty && !edits.isEmpty {
            throw ValidationError("Use --\(name) for the whole list, or --add-\(name) and --remove-\(name), not both.")
        }
        try Self.rejectContradictions([
            ("logo-uri", options.logoURI != nil && withoutLogo),
            ("tos-uri", options.termsOfServiceURI != nil && withoutTermsOfService),
            ("policy-uri", options.policyURI != nil && withoutPolicy),
            ("introspects", options.introspects != nil && withoutIntrospection),
            ("default-resource", options.defaultResource != nil && withoutDefaultResource),
            ("code-domain", options.codeDomain != nil && withoutCodeDomain),
        ])
    }

    /// Applies the options to the stored client.
    func apply(_ options: ClientOptions, newSecretHash: String, to client: inout Client) throws(OAuthError) {
        switch options.type {
        case .confidential? where !client.isConfidential: client.makeConfidential(secretHash: newSecretHash)
        case .public? where client.isConfidential: client.makePublic()
        default: break
        }
        try applyURIs(options, to: &client)
        if !options.grants.isEmpty { client.grantTypes = options.grantTypes }
        if let scope = options.scope {
            guard !scope.isEmpty || !RegistrationPolicy.standard.servesUsers(client.grantTypes) else {
                throw OAuthError(
                    .invalidClientMetadata,
                    "Without a scope \(client.id) could ask for nothing. Name the scopes that it may ask for."
                )
            }
            client.scopes = scope
        }
        client.idTokenAlgorithm = options.idTokenAlgorithm ?? client.idTokenAlgorithm
        client.refreshRecovery = options.refreshRecovery ?? client.refreshRecovery
        client.requiresPKCE = pkce ?? client.requiresPKCE
        client.mayOmitRedirectURI = redirectURIOptional ?? client.mayOmitRedirectURI
        client.skipsConsent = skipConsent ?? client.skipsConsent
        client.introspects = withoutIntrospection ? [] : options.introspects ?? client.introspects
        client.codeDomain = withoutCodeDomain ? nil : options.codeDomain ?? client.codeDomain
        let defaultResource = options.defaultResource.map { Resource.ID($0) } ?? client.defaultResource
        client.defaultResource = withoutDefaultResource ? nil : defaultResource
    }

    private func applyURIs(_ options: ClientOptions, to client: inout Client) throws(OAuthError) {
        client.redirectURIs = try Self.edit(
            client.redirectURIs,
            to: options.redirectURIs,
            adding: addedRedirectURIs,
            removing: removedRedirectURIs
        )
        client.postLogoutRedirectURIs = try Self.edit(
            client.postLogoutRedirectURIs,
            to: options.postLogoutRedirectURIs,
            adding: addedPostLogoutRedirectURIs,
            removing: removedPostLogoutRedirectURIs
        )
        client.logoURI = withoutLogo ? nil : options.logoURI ?? client.logoURI
        client.termsOfServiceURI = withoutTermsOfService ? nil : options.termsOfServiceURI ?? client.termsOfServiceURI
        client.policyURI = withoutPolicy ? nil : options.policyURI ?? client.policyURI
    }

    private static func edit(
        _ old: [String],
        to all: [String],
        adding added: [String],
        removing removed: [String]
    ) throws(OAuthError) -> [String] {
        guard all.isEmpty else { return all }
        if let unknown = removed.first(where: { !old.contains($0) }) {
            throw OAuthError(.invalidClientMetadata, "'\(unknown)' is not registered.")
        }
        let kept = old.filter { !removed.contains($0) }
        return kept + added.filter { !kept.contains($0) }
    }
}
