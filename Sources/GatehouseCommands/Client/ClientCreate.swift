import ArgumentParser
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
            "What it may ask for, separated by spaces; by default everything about a person.",
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
        var registration = ClientRegistration(name: name, kind: type)
        registration.id = clientID
        registration.redirectURIs = redirectURIs
        registration.postLogoutRedirectURIs = postLogoutRedirectURIs
        registration.grants = grants
        registration.scope = scope
        registration.logoURI = logoURI
        registration.requiresPKCE = !withoutPKCE
        registration.skipsConsent = skipConsent
        registration.authenticationMethod = authMethod
        registration.idTokenAlgorithm = idTokenAlgorithm
        registration.attributes = try attributes.map { try ClientAttribute(parsing: $0) }

        let information = try await Administration(store, in: context).createClient(registration)
        if json { return try context.output.json(information) }
        context.output.line("Client ID      \(information.clientID)")
        if let secret = information.clientSecret {
            context.output.line("Client secret  \(secret.reveal())")
            context.output.error("Keep the secret now: it cannot be shown again.")
        }
    }

    /// The one of the known values that is written like this.
    fileprivate static func value<Value: WireValue>(_ text: String, of known: [Value]) throws -> Value {
        guard let value = known.first(where: { $0.rawValue == text }) else {
            throw ValidationError("'\(text)' is none of \(known.map(\.rawValue).joined(separator: ", ")).")
        }
        return value
    }
}
