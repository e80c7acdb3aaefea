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

    @Flag(name: .customLong("no-pkce"), help: "Takes authorization requests without PKCE; confidential clients alone.")
    var withoutPKCE = false

    @Flag(help: "Takes token requests without the redirect URI that the authorization request had.")
    var redirectURIOptional = false

    @Flag(help: "The operator's own app: people are not asked for consent.")
    var skipConsent = false

    @Flag(help: "Prints the client information response of RFC 7591.")
    var json = false

    @OptionGroup var options: ClientOptions

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
        let registration = try registration(random: context.random)
        do { try ClientRegistrar.check(registration) } catch { throw CommandFailure(error) }
        // The clients whose tokens it accepts are in a database that exists.
        let administration = try await Administration(
            store,
            issuer: amazon.issuer,
            in: context,
            mayMakeData: kii.accepts.isEmpty
        )
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

    private func registration(random: RandomSource) throws -> ClientRegistration {
        var registration = try base(random: random)
        registration.redirectURIs += options.redirectURIs
        native.apply(to: &registration)
        kii.apply(to: &registration, revealsAccounts: native.revealAccounts)
        registration.postLogoutRedirectURIs = options.postLogoutRedirectURIs
        if !options.grants.isEmpty { registration.grantTypes = options.grantTypes }
        if let scope = options.scope { registration.scopes = (registration.scopes ?? []).union(scope) }
        if let algorithm = options.idTokenAlgorithm { registration.idTokenAlgorithm = algorithm }
        if withoutPKCE { registration.requiresPKCE = false }
        registration.mayOmitRedirectURI = redirectURIOptional
        registration.skipsConsent = skipConsent
        registration.logoURI = options.logoURI
        registration.termsOfServiceURI = options.termsOfServiceURI
        registration.policyURI = options.policyURI
        registration.attributes = try attributes.map { try ClientAttribute(parsing: $0) }
        registration.refreshRecovery = options.refreshRecovery ?? registration.refreshRecovery
        registration.introspects = options.introspects ?? []
        registration.codeDomain = options.codeDomain
        return registration
    }

    /// What the kind of client decides; the other options come on top.
    private func base(random: RandomSource) throws -> ClientRegistration {
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
        if let type = options.type {
            registration.requiresPKCE = registration.requiresPKCE || type == .public
            registration.kind = type
        }
        if let authMethod = options.authMethod { registration.authenticationMethod = authMethod }
        if let clientID { registration.id = Client.ID(clientID) }
        return registration
    }
}
