import ArgumentParser
import GatehouseServer
import GatehouseStore
import GatehouseWire

struct ClientCreate: Command {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Registers an app and shows its identifier and secret.",
        discussion: "Secrets are shown once and cannot be shown again."
    )

    @Option(help: "What people see when the app asks them to sign in.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "public, for what runs on people's devices, or confidential, for a server; public by default.",
            valueName: "public|confidential"
        )
    )
    var type: ClientRegistration.Kind?

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
        help: ArgumentHelp(
            "How a confidential client sends its secret; client_secret_basic by default.",
            valueName: "method"
        ),
        transform: { try ClientCreate.value($0, of: [.clientSecretBasic, .clientSecretPost]) }
    )
    var authMethod: ClientAuthenticationMethod?

    @Option(
        name: .customLong("id-token-algorithm"),
        help: ArgumentHelp("How its ID tokens are signed: RS256 or ES256.", valueName: "algorithm"),
        transform: { try ClientCreate.value($0, of: [.rs256, .es256]) }
    )
    var idTokenAlgorithm = SigningAlgorithm.rs256

    @Flag(name: .customLong("no-pkce"), help: "Takes authorization requests without PKCE; confidential clients alone.")
    var withoutPKCE = false

    @Flag(help: "Takes token requests without the redirect URI that the authorization request had.")
    var redirectURIOptional = false

    @Flag(help: "The operator's own app: people are not asked for consent.")
    var skipConsent = false

    @Flag(help: "Prints the client information response of RFC 7591.")
    var json = false

    @OptionGroup(title: "Native authentication") var native: NativeOptions

    @OptionGroup(title: "Login with Amazon") var amazon: AmazonOptions

    @OptionGroup(title: "Kii") var kii: KiiOptions

    @OptionGroup(title: "Server") var store: StoreOptions

    func validate() throws {
        guard native.native != nil || kii.kii || !native.revealAccounts else {
            throw ValidationError("--reveal-accounts belongs to --native or --kii.")
        }
        guard [native.native != nil, kii.kii, amazon.amazon].filter(\.self).count <= 1 else {
            throw ValidationError("Give one of --native, --amazon and --kii: each is an app of another kind.")
        }
    }

    func run(in context: CommandContext) async throws {
        var registration = try registration(random: context.random)
        registration.redirectURIs += redirectURIs
        native.apply(to: &registration)
        kii.apply(to: &registration, revealsAccounts: native.revealAccounts)
        registration.postLogoutRedirectURIs = postLogoutRedirectURIs
        if !grants.isEmpty { registration.grantTypes = grants.map(GrantType.init(abbreviated:)) }
        if let scope { registration.scopes = (registration.scopes ?? []).union(try Self.scopes(scope)) }
        registration.idTokenAlgorithm = idTokenAlgorithm
        if withoutPKCE { registration.requiresPKCE = false }
        registration.mayOmitRedirectURI = redirectURIOptional
        registration.skipsConsent = skipConsent
        registration.logoURI = logoURI
        registration.termsOfServiceURI = termsOfServiceURI
        registration.policyURI = policyURI
        registration.attributes = try attributes.map { try ClientAttribute(parsing: $0) }
        let administration = try await Administration(store, issuer: amazon.issuer, in: context, mayMakeData: true)
        var information = try await administration.createClient(registration)
        if let bundleID = amazon.bundleID {
            information.apiKey = try await administration.apiKey(clientID: information.clientID, bundleID: bundleID)
        }
        try show(information, issuer: administration.core.settings.issuer, context)
    }

    private func show(_ information: ClientInformation, issuer: String, _ context: CommandContext) throws {
        if information.apiKey != nil {
            context.output.error("The API key names the server as \(issuer).")
        }
        if json { return try context.output.json(information) }
        if let key = information.kiiAppKey { return show(information, key: key, issuer: issuer, context) }
        context.output.line("Client ID      \(information.clientID)")
        if let secret = information.clientSecret {
            context.output.line("Client secret  \(secret.reveal())")
            context.output.error("Keep the secret now: it cannot be shown again.")
        }
        if let apiKey = information.apiKey { context.output.line("API key        \(apiKey)") }
    }

    /// What an app of Kii is begun with.
    private func show(_ information: ClientInformation, key: Secret, issuer: String, _ context: CommandContext) {
        context.output.line("App ID         \(information.clientID)")
        context.output.line("App key        \(key.reveal())")
        if let secret = information.kiiAdminSecret {
            context.output.line("Admin secret   \(secret.reveal())")
            context.output.error(
                "Keep key and secret now: they cannot be shown again. Only the key belongs in the app."
            )
        } else {
            context.output.error("Keep the key now: it cannot be shown again.")
        }
    }

    /// What the kind of client decides; the other options come on top.
    private func registration(random: RandomSource) throws -> ClientRegistration {
        var registration: ClientRegistration
        if let bundleID = amazon.bundleID {
            do { registration = try .amazonApp(name: name, bundleID: bundleID, random: random) } catch {
                throw CommandFailure(error)
            }
        } else if amazon.amazon {
            registration = .amazonSite(name: name, random: random)
        } else {
            registration = ClientRegistration(name: name, kind: .public)
        }
        if let type {
            registration.requiresPKCE = registration.requiresPKCE || type == .public
            registration.kind = type
        }
        if let authMethod { registration.authenticationMethod = authMethod }
        if let clientID { registration.id = Client.ID(clientID) }
        return registration
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
