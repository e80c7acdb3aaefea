package import ArgumentParser
package import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// The options that `client create` and `client update` share.
package struct ClientOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "public for apps on users' devices, confidential for servers",
            valueName: "type"
        )
    )
    package var type: ClientRegistration.Kind?

    @Option(
        name: .customLong("redirect-uri"),
        help: ArgumentHelp("Allowed redirect URI; repeatable", valueName: "uri")
    )
    package var redirectURIs: [String] = []

    @Option(
        name: .customLong("post-logout-redirect-uri"),
        help: ArgumentHelp("Allowed redirect URI after sign-out; repeatable", valueName: "uri")
    )
    package var postLogoutRedirectURIs: [String] = []

    @Option(
        name: .customLong("grant"),
        help: ArgumentHelp(
            "Grant type: \(GrantRegistry.grantTypes.map(\.shortName).joined(separator: ", ")); repeatable",
            valueName: "grant"
        )
    )
    package var grants: [String] = []

    @Option(
        help: ArgumentHelp(
            "Allowed scopes, separated by spaces",
            valueName: "scopes"
        ),
        transform: ScopeSet.init(argument:)
    )
    package var scope: ScopeSet?

    @Option(name: .customLong("logo-uri"), help: ArgumentHelp("Logo of the app", valueName: "uri"))
    package var logoURI: String?

    @Option(
        name: .customLong("tos-uri"),
        help: ArgumentHelp("Terms of use, linked on the sign-up page", valueName: "uri")
    )
    package var termsOfServiceURI: String?

    @Option(
        name: .customLong("policy-uri"),
        help: ArgumentHelp("Privacy policy, linked on the sign-up page", valueName: "uri")
    )
    package var policyURI: String?

    @Option(
        help: ArgumentHelp(
            """
            How the client authenticates: client_secret_basic or client_secret_post send its secret, client_secret_jwt \
            and private_key_jwt sign assertions with the secret or a key
            """,
            valueName: "method"
        ),
        transform: {
            try ClientAuthenticationMethod(
                argument: $0,
                among: [.clientSecretBasic, .clientSecretPost, .clientSecretJWT, .privateKeyJWT]
            )
        }
    )
    package var authMethod: ClientAuthenticationMethod?

    @Option(
        name: .customLong("id-token-algorithm"),
        help: ArgumentHelp(
            "Algorithm of ID tokens: ES256, EdDSA, or the slower RS256 and PS256",
            valueName: "algorithm"
        ),
        transform: { try SigningAlgorithm(argument: $0, among: Keyring.algorithms) }
    )
    package var idTokenAlgorithm: SigningAlgorithm?

    @Option(
        help: ArgumentHelp(
            """
            How long the previous refresh token still works: immediate, for a lost response, or journalled, for apps \
            with the SDK, which may repeat a refresh much later
            """,
            valueName: "rule"
        )
    )
    package var refreshRecovery: RefreshRecovery?

    @Option(
        help: ArgumentHelp(
            "User data in introspection responses to a confidential client: username, email or username,email",
            valueName: "members"
        ),
        transform: [IntrospectionMember].init(argument:)
    )
    package var introspects: [IntrospectionMember]?

    @Option(
        help: ArgumentHelp(
            "Domain to which phones restrict the autofill of SMS codes, for example example.com",
            valueName: "domain"
        )
    )
    package var codeDomain: String?

    @Option(
        help: ArgumentHelp("API whose tokens the client gets if a request names none", valueName: "identifier")
    )
    package var defaultResource: String?

    package init() {}

    /// Whether no option is set.
    var isEmpty: Bool {
        let lists = [redirectURIs, postLogoutRedirectURIs, grants]
        let texts = [logoURI, termsOfServiceURI, policyURI, codeDomain, defaultResource]
        return lists.allSatisfy(\.isEmpty) && texts.allSatisfy { $0 == nil } && type == nil && scope == nil
            && authMethod == nil && idTokenAlgorithm == nil && refreshRecovery == nil && introspects == nil
    }

    var grantTypes: [GrantType] { grants.map(GrantType.init(abbreviated:)) }
}

extension ClientRegistration.Kind: ExpressibleByArgument {}

extension RefreshRecovery: ExpressibleByArgument {}

extension GrantType {
    /// Creates the grant type from its name or the part after its last colon (`device_code`).
    fileprivate init(abbreviated text: String) {
        self = GrantRegistry.grantTypes.first { $0.shortName == text } ?? Self(rawValue: text)
    }
}
