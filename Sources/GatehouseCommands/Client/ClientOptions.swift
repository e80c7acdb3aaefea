package import ArgumentParser
package import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// The options that `client create` and `client update` share.
package struct ClientOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            "public, for an app on users' devices, or confidential, for a server; public by default.",
            valueName: "public|confidential"
        )
    )
    package var type: ClientRegistration.Kind?

    @Option(
        name: .customLong("redirect-uri"),
        help: ArgumentHelp("Where the browser comes back to; may be repeated.", valueName: "uri")
    )
    package var redirectURIs: [String] = []

    @Option(
        name: .customLong("post-logout-redirect-uri"),
        help: ArgumentHelp("Where the browser goes after signing out; may be repeated.", valueName: "uri")
    )
    package var postLogoutRedirectURIs: [String] = []

    @Option(
        name: .customLong("grant"),
        help: ArgumentHelp(
            "How it gets tokens; may be repeated. By default with a code, refreshed.",
            valueName: "grant"
        )
    )
    package var grants: [String] = []

    @Option(
        help: ArgumentHelp(
            "What it may ask for, separated by spaces; by default openid, profile, email and offline_access.",
            valueName: "scopes"
        ),
        transform: ClientOptions.scopes
    )
    package var scope: ScopeSet?

    @Option(name: .customLong("logo-uri"), help: ArgumentHelp("A picture of the app.", valueName: "uri"))
    package var logoURI: String?

    @Option(
        name: .customLong("tos-uri"),
        help: ArgumentHelp("Its terms of use, which the sign-up page links to.", valueName: "uri")
    )
    package var termsOfServiceURI: String?

    @Option(
        name: .customLong("policy-uri"),
        help: ArgumentHelp("Its privacy policy, which the sign-up page links to.", valueName: "uri")
    )
    package var policyURI: String?

    @Option(
        help: ArgumentHelp(
            "How a confidential client sends its secret: client_secret_basic, the default, or client_secret_post.",
            valueName: "method"
        ),
        transform: { try ClientOptions.value($0, of: [.clientSecretBasic, .clientSecretPost]) }
    )
    package var authMethod: ClientAuthenticationMethod?

    @Option(
        name: .customLong("id-token-algorithm"),
        help: ArgumentHelp(
            "How its ID tokens are signed: ES256, the default, or RS256, which takes the server several times as long.",
            valueName: "algorithm"
        ),
        transform: { try ClientOptions.value($0, of: [.es256, .rs256]) }
    )
    package var idTokenAlgorithm: SigningAlgorithm?

    @Option(
        help: ArgumentHelp(
            """
            How long the refresh token before the current one still works: immediate, for a lost response, or journalled, for apps with \
            the SDK, which may repeat a refresh much later.
            """,
            valueName: "immediate|journalled"
        )
    )
    package var refreshRecovery: RefreshRecovery?

    @Option(
        help: ArgumentHelp(
            "What introspection tells a confidential client about the user of any token: username, email or both, with a comma.",
            valueName: "members"
        ),
        transform: ClientOptions.members
    )
    package var introspects: [IntrospectionMember]?

    @Option(
        help: ArgumentHelp(
            "The domain that codes in SMS are for, so that phones fill them in there only, such as example.com.",
            valueName: "domain"
        )
    )
    package var codeDomain: String?

    package init() {}

    /// Whether no option was given.
    var isEmpty: Bool {
        let lists = [redirectURIs, postLogoutRedirectURIs, grants]
        let texts = [logoURI, termsOfServiceURI, policyURI, codeDomain]
        return lists.allSatisfy(\.isEmpty) && texts.allSatisfy { $0 == nil } && type == nil && scope == nil
            && authMethod == nil && idTokenAlgorithm == nil && refreshRecovery == nil && introspects == nil
    }

    var grantTypes: [GrantType] { grants.map(GrantType.init(abbreviated:)) }

    private static func scopes(_ text: String) throws -> ScopeSet {
        guard let scopes = ScopeSet(parsing: text) else {
            throw ValidationError(
                "The scope has a character that scopes may not have. Separate scopes with single spaces."
            )
        }
        return scopes
    }

    private static func members(_ text: String) throws -> [IntrospectionMember] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let members = names.compactMap(IntrospectionMember.init(rawValue:))
        guard members.count == names.count, Set(members).count == members.count else {
            let known = IntrospectionMember.allCases.map(\.rawValue).joined(separator: ",")
            throw ValidationError("'\(text)' is not one or more of \(known).")
        }
        return members
    }

    /// Returns the known value with this name.
    private static func value<Value: WireValue>(_ text: String, of known: [Value]) throws -> Value {
        guard let value = known.first(where: { $0.rawValue == text }) else {
            throw ValidationError("'\(text)' is none of \(known.map(\.rawValue).joined(separator: ", ")).")
        }
        return value
    }
}

extension ClientRegistration.Kind: ExpressibleByArgument {}

extension RefreshRecovery: ExpressibleByArgument {}

extension GrantType {
    /// Creates the grant type of a name, or of the part after the last colon of one (`device_code`).
    fileprivate init(abbreviated text: String) {
        self = [Self.deviceCode].first { $0.rawValue.hasSuffix(":" + text) } ?? Self(rawValue: text)
    }
}
