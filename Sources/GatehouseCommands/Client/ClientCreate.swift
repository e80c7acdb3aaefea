import ArgumentParser
import GatehouseServer
import GatehouseStore
import GatehouseWire

struct ClientCreate: Command {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Registers an app and shows its identifier and secret.",
        discussion: "The secret of a confidential client is shown once and cannot be shown again."
    )

    @Option(help: "What people see when the app asks them to sign in.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "public, for what runs on people's devices, or confidential, for a server.",
            valueName: "public|confidential"
        )
    )
    var type = ClientRegistration.Kind.public

    @Option(
        name: .customLong("redirect-uri"),
        help: ArgumentHelp("Where the browser comes back to; may be repeated.", valueName: "uri")
    )
    var redirectURIs: [String] = []

    @Option(
        name: .customLong("post-logout-redirect-uri"),
        help: ArgumentHelp("Where the browser goes after signing out; may be repeated.", valueName: "uri")
    )
    var postLogoutRedirectURIs: [String] = []

    @Option(
        name: .customLong("grant"),
        help: ArgumentHelp(
            "How it gets tokens; may be repeated. By default with a code, refreshed.",
            valueName: "grant"
        )
    )
    var grants: [String] = []

    @Option(
        help: ArgumentHelp(
            "What it may ask for, separated by spaces; by default openid, profile, email and offline_access.",
            valueName: "scopes"
        )
    )
    var scope: String?

    @Option(
        name: .customLong("attribute"),
        help: ArgumentHelp(
            "What to ask people for at sign-up; may be repeated: NAME[,KIND][,required][,page=N][,label=TEXT][,options=A|B][,pattern=REGEX].",
            valueName: "spec"
        )
    )
    var attributes: [String] = []

    @Option(
        name: .customLong("client-id"),
        help: ArgumentHelp("Its identifier; by default a random one.", valueName: "id")
    )
    var clientID: String?

    @Option(name: .customLong("logo-uri"), help: ArgumentHelp("A picture of the app.", valueName: "uri"))
    var logoURI: String?

    @Option(
        name: .customLong("tos-uri"),
        help: ArgumentHelp("Its terms of use, which the sign-up page links to.", valueName: "uri")
    )
    var termsOfServiceURI: String?

    @Option(
        name: .customLong("policy-uri"),
        help: ArgumentHelp("Its privacy policy, which the sign-up page links to.", valueName: "uri")
    )
    var policyURI: String?

    @Option(
        help: ArgumentHelp("How a confidential client sends its secret.", valueName: "method"),
        transform: { try ClientCreate.value($0, of: [.clientSecretBasic, .clientSecretPost]) }
    )
    var authMethod = ClientAuthenticationMethod.clientSecretBasic

    @Option(
        name: .customLong("id-token-algorithm"),
        help: ArgumentHelp("How its ID tokens are signed: RS256 or ES256.", valueName: "algorithm"),
        transform: { try ClientCreate.value($0, of: [.rs256, .es256]) }
    )
    var idTokenAlgorithm = SigningAlgorithm.rs256

    @Flag(name: .customLong("no-pkce"), help: "Takes authorization requests without PKCE; confidential clients alone.")
    var withoutPKCE = false

    @Flag(help: "The operator's own app: people are not asked for consent.")
    var skipConsent = false

    @Flag(help: "Prints the client information response of RFC 7591.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let registration = ClientRegistration(
            id: clientID.map(Client.ID.init(_:)),
            name: name,
            kind: type,
            redirectURIs: redirectURIs,
            postLogoutRedirectURIs: postLogoutRedirectURIs,
            grantTypes: grants.isEmpty
                ? [.authorizationCode, .refreshToken] : grants.map(GrantType.init(abbreviated:)),
            scopes: try scope.map(Self.scopes),
            authenticationMethod: authMethod,
            idTokenAlgorithm: idTokenAlgorithm,
            requiresPKCE: !withoutPKCE,
            skipsConsent: skipConsent,
            logoURI: logoURI,
            termsOfServiceURI: termsOfServiceURI,
            policyURI: policyURI,
            attributes: try attributes.map { try ClientAttribute(parsing: $0) }
        )
        let information = try await Administration(store, in: context, mayMakeData: true).createClient(registration)
        if json { return try context.output.json(information) }
        context.output.line("Client ID      \(information.clientID)")
        if let secret = information.clientSecret {
            context.output.line("Client secret  \(secret.reveal())")
            context.output.error("Keep the secret now: it cannot be shown again.")
        }
    }

    private static func scopes(_ text: String) throws(CommandFailure) -> ScopeSet {
        guard let scopes = ScopeSet(parsing: text) else {
            throw CommandFailure(
                "The scope has a character that scopes may not have.",
                advice: "Separate scopes with single spaces."
            )
        }
        return scopes
    }

    /// The one of the known values that is written like this.
    fileprivate static func value<Value: WireValue>(_ text: String, of known: [Value]) throws -> Value {
        guard let value = known.first(where: { $0.rawValue == text }) else {
            throw ValidationError("'\(text)' is none of \(known.map(\.rawValue).joined(separator: ", ")).")
        }
        return value
    }
}

extension ClientRegistration.Kind: ExpressibleByArgument {}

extension GrantType {
    /// Takes what follows the last colon for the whole name, where that is the name of a grant (`device_code`).
    fileprivate init(abbreviated text: String) {
        self = [Self.deviceCode].first { $0.rawValue.hasSuffix(":" + text) } ?? Self(rawValue: text)
    }
}
