package import ArgumentParser
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The options of `client update` alone, which add, remove and switch properties.
package struct ClientChanges: ParsableArguments, Sendable {
    @Option(
        name: .customLong("add-redirect-uri"),
        help: ArgumentHelp("One more redirect URI; may be repeated.", valueName: "uri")
    )
    package var addedRedirectURIs: [String] = []

    @Option(
        name: .customLong("remove-redirect-uri"),
        help: ArgumentHelp("A redirect URI to remove; may be repeated.", valueName: "uri")
    )
    package var removedRedirectURIs: [String] = []

    @Option(
        name: .customLong("add-post-logout-redirect-uri"),
        help: ArgumentHelp("One more address for after signing out; may be repeated.", valueName: "uri")
    )
    package var addedPostLogoutRedirectURIs: [String] = []

    @Option(
        name: .customLong("remove-post-logout-redirect-uri"),
        help: ArgumentHelp("An address for after signing out to remove; may be repeated.", valueName: "uri")
    )
    package var removedPostLogoutRedirectURIs: [String] = []

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Whether authorization requests need PKCE; only a confidential client may do without."
    )
    package var pkce: Bool?

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Whether token requests may leave out the redirect URI that the authorization request had."
    )
    package var redirectURIOptional: Bool?

    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: "Whether users are not asked for consent, as in the operator's own apps."
    )
    package var skipConsent: Bool?

    @Flag(name: .customLong("no-logo-uri"), help: "Removes the picture.")
    package var withoutLogo = false

    @Flag(name: .customLong("no-tos-uri"), help: "Removes the terms of use.")
    package var withoutTermsOfService = false

    @Flag(name: .customLong("no-policy-uri"), help: "Removes the privacy policy.")
    package var withoutPolicy = false

    @Flag(name: .customLong("no-introspects"), help: "Introspection tells it nothing about users.")
    package var withoutIntrospection = false

    @Flag(name: .customLong("no-code-domain"), help: "Codes in SMS name no domain.")
    package var withoutCodeDomain = false

    package init() {}

    /// Whether no option was given.
    var isEmpty: Bool {
        let lists = [
            addedRedirectURIs, removedRedirectURIs, addedPostLogoutRedirectURIs, removedPostLogoutRedirectURIs,
        ]
        let removals = [
            withoutLogo, withoutTermsOfService, withoutPolicy, withoutIntrospection, withoutCodeDomain,
        ]
        return lists.allSatisfy(\.isEmpty) && !removals.contains(true)
            && [pkce, redirectURIOptional, skipConsent].allSatisfy { $0 == nil }
    }

    /// Refuses pairs of options that contradict each other.
    func validate(with options: ClientOptions) throws {
        let lists = [
            ("redirect-uri", options.redirectURIs, addedRedirectURIs + removedRedirectURIs),
            (
                "post-logout-redirect-uri", options.postLogoutRedirectURIs,
                addedPostLogoutRedirectURIs + removedPostLogoutRedirectURIs
            ),
        ]
        for (name, all, edits) in lists where !all.isEmpty && !edits.isEmpty {
            throw ValidationError("Give --\(name) for the whole list, or --add-\(name) and --remove-\(name), not both.")
        }
        let pairs = [
            ("logo-uri", options.logoURI != nil && withoutLogo),
            ("tos-uri", options.termsOfServiceURI != nil && withoutTermsOfService),
            ("policy-uri", options.policyURI != nil && withoutPolicy),
            ("introspects", options.introspects != nil && withoutIntrospection),
            ("code-domain", options.codeDomain != nil && withoutCodeDomain),
        ]
        for (name, isContradiction) in pairs where isContradiction {
            throw ValidationError("Give --\(name) or --no-\(name), not both.")
        }
    }

    /// Changes the client as it is stored now.
    func apply(_ options: ClientOptions, newSecretHash: String, to client: inout Client) throws(OAuthError) {
        switch options.type {
        case .confidential? where !client.isConfidential: client.makeConfidential(secretHash: newSecretHash)
        case .public? where client.isConfidential: client.makePublic()
        default: break
        }
        try applyURIs(options, to: &client)
        if !options.grants.isEmpty { client.grantTypes = options.grantTypes }
        if let scope = options.scope { client.scopes = scope }
        if let method = options.authMethod {
            guard client.isConfidential else {
                throw OAuthError(.invalidClientMetadata, "\(client.id) is public and has no secret to send.")
            }
            client.tokenEndpointAuthMethod = method
        }
        client.idTokenAlgorithm = options.idTokenAlgorithm ?? client.idTokenAlgorithm
        client.refreshRecovery = options.refreshRecovery ?? client.refreshRecovery
        client.requiresPKCE = pkce ?? client.requiresPKCE
        client.mayOmitRedirectURI = redirectURIOptional ?? client.mayOmitRedirectURI
        client.skipsConsent = skipConsent ?? client.skipsConsent
        client.introspects = withoutIntrospection ? [] : options.introspects ?? client.introspects
        client.codeDomain = withoutCodeDomain ? nil : options.codeDomain ?? client.codeDomain
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
            throw OAuthError(.invalidClientMetadata, "\(unknown) is not registered, so it cannot be removed.")
        }
        let kept = old.filter { !removed.contains($0) }
        return kept + added.filter { !kept.contains($0) }
    }
}
