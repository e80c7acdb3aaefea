import ArgumentParser
import GatehouseServer
import GatehouseStore
import GatehouseWire

struct ClientCreate: Command {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Register an app and show its client ID and secret.",
        discussion: """
            By default an app is public, gets tokens with an authorization code and refreshes them, and may ask for \
            openid, profile, email and offline_access. A confidential one sends its secret with client_secret_basic; \
            ID tokens are signed with ES256. Secrets are shown only once.
            """
    )

    @OptionGroup(title: "App") var app: AppOptions

    @OptionGroup(title: "App") var options: ClientOptions

    @OptionGroup(title: "App") var profile: ProfileOptions

    @OptionGroup(title: "App") var dpop: DPoPOptions

    @Flag(help: "Print the client information response of RFC 7591.")
    var json = false

    @OptionGroup(title: "Keys and signatures") var keys: ClientKeyOptions

    @OptionGroup(title: "Second factor and mobile apps") var mobile: MobileAppOptions

    @OptionGroup(title: "Logout tokens and user IDs") var logout: LogoutOptions

    @OptionGroup(title: "Userinfo and defaults of requests") var openID: OpenIDOptions

    @OptionGroup(title: "Exchange of tokens") var exchange: ExchangeOptions

    @OptionGroup(title: "Native authentication") var native: NativeOptions

    @OptionGroup(title: "Login with Amazon") var amazon: AmazonOptions

    @OptionGroup(title: "Kii") var kii: KiiOptions

    @OptionGroup(title: "Server") var store: StoreOptions

    func validate() throws {
        guard native.native != nil || kii.kii || !native.revealAccounts else {
            throw ValidationError("--reveal-accounts requires --native or --kii.")
        }
        guard [native.native != nil, kii.kii, amazon.amazon].filter(\.self).count <= 1 else {
            throw ValidationError("Use only one of --native, --amazon and --kii.")
        }
    }

    func run(in context: CommandContext) async throws {
        let registration = try registration(random: context.random)
        do { try RegistrationPolicy.standard.check(registration) } catch { throw CommandError(error) }
        // The clients and APIs that options name must exist, so the database must exist, too.
        let administration = try await StoreAdministration(
            store,
            issuer: amazon.issuer,
            in: context,
            allowsCreation: kii.accepts.isEmpty && options.defaultResource == nil && exchange.isEmpty
        )
        var information = try await administration.clients.create(registration)
        if let bundleID = amazon.bundleID {
            information.apiKey = try await administration.clients.apiKey(
                clientID: information.clientID,
                bundleID: bundleID
            )
        }
        try show(information, issuer: administration.server.settings.issuer, context)
    }

    private func show(_ information: ClientInformation, issuer: String, _ context: CommandContext) throws {
        if information.apiKey != nil {
            context.output.error("The API key contains the server URL \(issuer).")
        }
        if options.grantTypes.contains(.tokenExchange), exchange.isEmpty {
            context.output.error(
                """
                The client may exchange no tokens yet. Name APIs: gatehouse client update \(information.clientID) \
                --exchange-from API --exchange-to API
                """
            )
        }
        if json { return try context.output.json(information) }
        if let key = information.kiiAppKey { return show(information, key: key, issuer: issuer, context) }
        context.output.line("Client ID      \(information.clientID)")
        if let secret = information.clientSecret {
            context.output.line("Client secret  \(secret.reveal())")
            context.output.error("Save the client secret now. It won't be shown again.")
        }
        if let apiKey = information.apiKey { context.output.line("API key        \(apiKey)") }
    }

    /// Prints the values that initialize the Kii SDK in the app.
    private func show(_ information: ClientInformation, key: Secret, issuer: String, _ context: CommandContext) {
        context.output.line("App ID         \(information.clientID)")
        context.output.line("App key        \(key.reveal())")
        if let secret = information.kiiAdminSecret {
            context.output.line("Admin secret   \(secret.reveal())")
            context.output.error(
                "Save the key and the secret now. They won't be shown again. Only the key belongs in the app."
            )
        } else {
            context.output.error("Save the app key now. It won't be shown again.")
        }
    }

    private func registration(random: RandomSource) throws -> ClientRegistration {
        var registration = try base(random: random)
        registration.redirectURIs += options.redirectURIs
        native.apply(to: &registration)
        kii.apply(to: &registration, disclosesAccounts: native.revealAccounts)
        registration.postLogoutRedirectURIs = options.postLogoutRedirectURIs
        if !options.grants.isEmpty { registration.grantTypes = options.grantTypes }
        if let scope = options.scope { registration.scopes = (registration.scopes ?? []).union(scope) }
        if let algorithm = options.idTokenAlgorithm { registration.idTokenAlgorithm = algorithm }
        if app.withoutPKCE { registration.requiresPKCE = false }
        registration.mayOmitRedirectURI = app.redirectURIOptional
        registration.skipsConsent = app.skipConsent
        registration.logoURI = options.logoURI
        registration.termsOfServiceURI = options.termsOfServiceURI
        registration.policyURI = options.policyURI
        registration.attributes = try app.attributes.map { try ClientAttribute(parsing: $0) }
        registration.refreshRecovery = options.refreshRecovery ?? registration.refreshRecovery
        registration.introspects = options.introspects ?? []
        registration.codeDomain = options.codeDomain
        registration.defaultResource = options.defaultResource.map { Resource.ID($0) }
        mobile.apply(to: &registration)
        keys.apply(to: &registration)
        dpop.apply(to: &registration)
        openID.apply(to: &registration)
        do throws(OAuthError) {
            try logout.apply(to: &registration)
            try exchange.apply(to: &registration)
        } catch {
            throw CommandError(error)
        }
        return registration
    }

    /// Returns the registration that the kind of client implies; the other options are applied afterwards.
    private func base(random: RandomSource) throws -> ClientRegistration {
        var registration: ClientRegistration
        if let bundleID = amazon.bundleID {
            do { registration = try .amazonApp(name: app.name, bundleID: bundleID, random: random) } catch {
                throw CommandError(error)
            }
        } else if amazon.amazon {
            registration = .amazonSite(name: app.name, random: random)
        } else {
            registration = ClientRegistration(name: app.name, kind: .public)
        }
        profile.apply(to: &registration)
        if let type = options.type {
            registration.requiresPKCE = registration.requiresPKCE || type == .public
            registration.kind = type
        }
        if let authMethod = options.authMethod {
            registration.authenticationMethod = authMethod
            // Only confidential clients sign assertions.
            if options.type == nil, authMethod.signsAssertions { registration.kind = .confidential }
        }
        if let clientID = app.clientID { registration.id = Client.ID(clientID) }
        return registration
    }
}

/// The options of `client create` for the app itself.
///
/// The parser shows groups before a command's own options, so that the most important ones are in the first group.
struct AppOptions: ParsableArguments, Sendable {
    @Option(help: "App name on sign-in pages and in emails")
    var name: String

    @Option(
        name: .customLong("attribute"),
        help: ArgumentHelp(
            "Attribute to ask for at sign-up; repeatable: NAME[,KIND][,required][,page=N][,label=TEXT][,options=A|B][,pattern=REGEX]",
            valueName: "spec"
        )
    )
    var attributes: [String] = []

    @Option(
        name: .customLong("client-id"),
        help: ArgumentHelp("Client ID (default: random)", valueName: "id")
    )
    var clientID: String?

    @Flag(name: .customLong("no-pkce"), help: "Accept authorization requests without PKCE (confidential clients only).")
    var withoutPKCE = false

    @Flag(help: "Accept token requests without the redirect URI of the authorization request.")
    var redirectURIOptional = false

    @Flag(help: "Don't ask for consent (for your own apps only).")
    var skipConsent = false
}
