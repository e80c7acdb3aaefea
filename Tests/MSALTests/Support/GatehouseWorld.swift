import AnswerSchemas
import Foundation
import Gatehouse
import GatehouseDelivery
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import MSAL
import Testing

/// A Gatehouse server with an app, and the SMTP server for its messages.
struct GatehouseWorld {
    static let email = "ada@example.com"
    static let password = "Rowing 7 lanterns home"
    static let otherPassword = "Nine violet harbours sing"
    static let clientID = "native-app"

    let server: TestServer
    let smtpServer: TestSMTPServer
    let store = MemoryTokenStore()
    let transport: InProcessTransport
    let capabilities: MSALNativeAuthCapabilities
    let app: MSALNativeAuthPublicClientApplication

    init(
        _ method: NativeAuthenticationSettings.Method = .code,
        disclosesAccounts: Bool = false,
        attributes: [ClientAttribute] = [],
        factors: FactorSettings = FactorSettings(),
        capabilities: MSALNativeAuthCapabilities = []
    ) async throws {
        ModuleLog.configured
        let smtpServer = try TestSMTPServer()
        self.smtpServer = smtpServer
        server = TestServer(
            store: MemoryStore(),
            factors: factors,
            handingMailTo: SMTPTransport(
                SMTPConfiguration(host: "127.0.0.1", port: smtpServer.port, encryption: .never)
            ),
            watchedBy: AnswerChecks.check
        )
        transport = InProcessTransport(to: server)
        try await server.add(
            Client(
                id: Client.ID(Self.clientID),
                name: "Example App",
                secretHash: nil,
                tokenEndpointAuthMethod: .none,
                redirectURIs: [TestServer.appRedirectURI.absoluteString],
                grantTypes: [.refreshToken, .authorizationCode, .deviceCode],
                scopes: [.openid, .profile, .email, .offlineAccess, .account, Scope(rawValue: "orders.read")],
                requiresPKCE: true,
                idTokenAlgorithm: .es256,
                skipsConsent: true,
                attributes: attributes,
                native: NativeAuthenticationSettings(method: method, disclosesAccounts: disclosesAccounts),
                refreshRecovery: .journalled,
                createdAt: server.clock.now
            )
        )
        self.capabilities = capabilities
        app = try Self.app(of: server, store: store, transport: transport, capabilities)
    }

    /// Returns the app after a relaunch.
    func relaunchedApp() throws -> MSALNativeAuthPublicClientApplication {
        try Self.app(of: server, store: store, transport: transport, capabilities)
    }

    private static func app(
        of server: TestServer,
        store: MemoryTokenStore,
        transport: InProcessTransport,
        _ capabilities: MSALNativeAuthCapabilities
    ) throws -> MSALNativeAuthPublicClientApplication {
        let authority = try MSALCIAMAuthority(url: server.issuer.appending(path: "default"))
        let config = MSALNativeAuthPublicClientApplicationConfig(
            clientId: clientID,
            authority: authority,
            challengeTypes: [.OOB, .password]
        )
        config.capabilities = capabilities
        let clock = server.clock
        return try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config) { configuration in
            configuration.transport = transport
            configuration.tokenStore = store
            configuration.environment = clock.environment
        }
    }

    /// Returns the code in the latest message to an address.
    func code(for email: String = Self.email) async throws -> String {
        try await server.deliverMail()
        let subject = try #require(smtpServer.subject(to: email))
        return String(try #require(subject.firstMatch(of: /[0-9]{6,10}/)).output)
    }

    /// Returns another code.
    func wrongCode(for email: String = Self.email) async throws -> String {
        try await code(for: email) == "00000000" ? "11111111" : "00000000"
    }

    /// Returns whether an account with the address exists.
    func hasAccount(_ email: String = Self.email) async throws -> Bool {
        try await account(email) != nil
    }

    func account(_ email: String = Self.email) async throws -> GatehouseStore.Account? {
        try await server.store.account(.email, email)
    }

    /// Returns the number of a user's sessions at the server.
    func activeSessionCount(_ email: String = Self.email) async throws -> Int {
        guard let account = try await account(email) else { return 0 }
        return try await server.store.sessions(of: account.id).count
    }

    /// Signs a user up and in.
    func signUpAndIn(
        _ email: String = Self.email,
        password: String? = nil,
        _ app: MSALNativeAuthPublicClientApplication? = nil
    ) async throws -> MSALNativeAuthUserAccountResult {
        let app = app ?? self.app
        let start = await DelegateCall.from {
            let parameters = MSALNativeAuthSignUpParameters(username: email)
            parameters.password = password
            app.signUp(parameters: parameters, delegate: $0)
        }
        let state: SignUpCodeRequiredState = try #require(start.state())
        let code = try await code(for: email)
        let done = await DelegateCall.from { state.submitCode(code: code, delegate: $0) }
        let after: SignInAfterSignUpState = try #require(done.state())
        let signedIn = await DelegateCall.from {
            after.signIn(parameters: MSALNativeAuthSignInAfterSignUpParameters(), delegate: $0)
        }
        return try #require(signedIn.account)
    }
}
