import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Sessions whose tokens are bound to a key of the device (RFC 9449).
@Suite(.timeLimit(.minutes(2))) struct BoundSessionTests {
    @Test(arguments: Backend.allCases)
    func bindsTokensOfSignInAndKeepsKeyOverRefreshAndRestart(backend: Backend) async throws {
        let world = try await World(on: backend)
        let device = world.device()
        let session = try await device.app.signIn(scopes: [.email])
        let key = try #require(try await device.storedSession().proofKey)
        #expect(try await session.accessToken().isBound)
        #expect(try await session.user().email == "ada@example.com")
        let field = device.recorder.last(UserInfoEndpoint.path)?.request.headerFields[.authorization]
        #expect(field?.hasPrefix("DPoP ") == true)

        world.server.clock.advance(by: 3_600)
        #expect(try await session.accessToken().isBound)
        world.server.clock.advance(by: 3_600)
        let relaunched = try #require(try await device.relaunched().session())
        #expect(try await relaunched.user().email == "ada@example.com")
        #expect(try await device.storedSession().proofKey == key)
        #expect(device.requests(for: TokenEndpoint.path) == 3)
        let proofs = device.recorder.all(TokenEndpoint.path).compactMap { $0.request.headerFields[.dpop] }
        #expect(proofs.count == 3 && Set(proofs).count == 3)
        #expect(try await world.liveSessions() == 1)
    }

    /// RFC 9449 §10: the code is bound as well.
    @Test func bindsAuthorizationCodeToKey() async throws {
        let world = try await World()
        let device = world.device()
        let agent = RecordingUserAgent(try #require(device.app.configuration.userAgent))
        var configuration = device.app.configuration
        configuration.userAgent = agent
        let session = try await GatehouseClient(configuration: configuration).signIn()
        #expect(try await session.accessToken().isBound)
        let query = try #require(agent.pages.first?.query(percentEncoded: true))
        #expect(try Parameters(formEncoded: query)[.dpopKeyThumbprint]?.count == 43)
    }

    @Test func sendsNewProofWithEveryAttempt() async throws {
        let world = try await World()
        let device = world.device()
        let session = try await device.app.signIn()
        world.server.clock.advance(by: 3_600)
        device.network.failNext(.token, with: .dropsResponse)
        #expect(try await failure { try await session.accessToken() }.code == .network)
        #expect(try await session.accessToken().isBound)
        let proofs = device.recorder.all(TokenEndpoint.path).compactMap { $0.request.headerFields[.dpop] }
        #expect(proofs.count == 3 && Set(proofs).count == 3)
        #expect(try await world.liveSessions() == 1)
    }

    @Test func sharesKeyBetweenProcesses() async throws {
        let world = try await World()
        let device = world.device()
        try await device.app.signIn()
        let other = device.relaunched()
        for _ in 0..<5 {
            world.server.clock.advance(by: 3_600)
            async let one = device.app.signIn(interaction: .never).user()
            async let two = other.signIn(interaction: .never).user()
            let users = try await [one, two]
            #expect(users[0].id == users[1].id)
        }
        #expect(try await world.liveSessions() == 1)
    }

    @Test func bindsSessionOfAnotherDevice() async throws {
        let world = try await World()
        let television = world.device()
        let server = world.server
        let session = try await television.app.signInWithDeviceCode { prompt in
            await #expect(throws: Never.self) {
                let browser = ScriptedBrowser(on: server, address: "198.51.100.99")
                await browser.open(prompt.verificationURI)
                try await browser.submit([PageInput.userCode.rawValue: prompt.userCode])
                try await ScriptedUser.ada.signIn(in: browser, on: server)
            }
        }
        #expect(try await session.accessToken().isBound)
        #expect(try await session.user().id == session.account.id)
        world.server.clock.advance(by: 3_600)
        #expect(try await television.relaunched().session()?.user().id == session.account.id)
    }

    @Test func bindsSessionOfOwnScreens() async throws {
        let server = TestServer(store: MemoryStore(), requiresDPoPNonce: true)
        try await server.clients.addNative()
        try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        let app = GatehouseClient(configuration: server.nativeConfiguration())
        let step = try await app.signIn(email: "ada@example.com", password: "correct horse battery", scopes: [.email])
        let session = try #require(step.session)
        #expect(try await session.accessToken().isBound)
        #expect(try await session.user().email == "ada@example.com")
        _ = try await session.account.details()
    }

    @Test func continuesWithKeyOfRepeatedSignIn() async throws {
        let world = try await World()
        let device = world.device()
        let session = try await device.app.signIn(scopes: [.account])
        let key = try await device.storedSession().proofKey
        world.server.clock.advance(by: 11 * 60)
        _ = try await session.account.export()
        let next = try await device.storedSession().proofKey
        #expect(next != nil && next != key)
        world.server.clock.advance(by: 3_600)
        #expect(try await session.user().id == session.account.id)
    }

    // MARK: Nonces

    /// RFC 9449 §8 and §9.
    @Test func repeatsRequestOnceWithNonceOfServer() async throws {
        let world = try await World(requiresDPoPNonce: true)
        let device = world.device()
        let session = try await device.app.signIn(scopes: [.email, .account])
        #expect(device.requests(for: TokenEndpoint.path) == 2)
        #expect(try await session.user().email == "ada@example.com")
        #expect(device.requests(for: UserInfoEndpoint.path) == 2)
        #expect(try await session.user().email == "ada@example.com")
        #expect(device.requests(for: UserInfoEndpoint.path) == 3)
        #expect(try await session.account.details().subject == session.account.id)

        world.server.clock.advance(by: 3_600)
        #expect(try await session.user().email == "ada@example.com")
        #expect(device.requests(for: TokenEndpoint.path) == 4)
        #expect(device.requests(for: UserInfoEndpoint.path) == 5)
        #expect(try await world.liveSessions() == 1)
    }

    @Test func keepsSessionAfterLostResponseToRequestWithNonce() async throws {
        let world = try await World(requiresDPoPNonce: true)
        let device = world.device()
        let session = try await device.app.signIn()
        world.server.clock.advance(by: 120)
        let token = try await session.accessToken()
        device.network.failNext(.token, with: .dropsResponse)
        #expect(try await failure { try await session.accessToken(replacing: token) }.code == .network)
        world.server.clock.advance(by: 3_600)
        #expect(try await session.user().id == session.account.id)
        #expect(try await world.liveSessions() == 1)
    }

    // MARK: The policy

    @Test func usesBearerTokensWhenTurnedOff() async throws {
        let world = try await World()
        let device = world.device { $0.dpop = .off }
        let session = try await device.app.signIn(scopes: [.email])
        #expect(try await !session.accessToken().isBound)
        #expect(try await session.user().email == "ada@example.com")
        #expect(try await device.storedSession().proofKey == nil)
        let messages = device.recorder.all(TokenEndpoint.path) + device.recorder.all(UserInfoEndpoint.path)
        #expect(messages.allSatisfy { $0.request.headerFields[.dpop] == nil })
    }

    @Test(arguments: [DPoPPolicy.automatic, .off])
    func keepsBindingOfSessionsWhenPolicyChanges(first: DPoPPolicy) async throws {
        let world = try await World()
        let device = world.device { $0.dpop = first }
        let session = try await device.app.signIn(scopes: [.email])
        var configuration = device.app.configuration
        configuration.dpop = first == .off ? .automatic : .off
        let relaunched = try #require(try await GatehouseClient(configuration: configuration).session())
        for _ in 0..<2 {
            world.server.clock.advance(by: 3_600)
            #expect(try await relaunched.accessToken().isBound == (first == .automatic))
            #expect(try await relaunched.user().id == session.account.id)
        }
        #expect(try await world.liveSessions() == 1)
    }

    @Test func signsInToClientThatRequiresBoundTokens() async throws {
        let world = try await World { $0.security.requiresDPoP = true }
        let error = try await failure { try await world.device { $0.dpop = .off }.app.signIn() }
        #expect(error.response?.error == OAuthErrorCode.invalidDPoPProof.rawValue)
        let session = try await world.device().app.signIn()
        world.server.clock.advance(by: 3_600)
        #expect(try await session.user().id == session.account.id)
    }

    @Test func continuesSessionWhenServerBeginsToRequireBoundTokens() async throws {
        let world = try await World()
        let device = world.device { $0.dpop = .off }
        let session = try await device.app.signIn()
        try await world.updateApp { $0.security.requiresDPoP = true }
        var configuration = device.app.configuration
        configuration.dpop = .automatic
        let relaunched = try #require(try await GatehouseClient(configuration: configuration).session())
        for _ in 0..<2 {
            world.server.clock.advance(by: 3_600)
            #expect(try await relaunched.user().id == session.account.id)
            #expect(try await relaunched.accessToken().isBound)
        }
        #expect(device.requests(for: TokenEndpoint.path) == 4)
        #expect(try await world.liveSessions() == 1)
    }

    // MARK: Stolen tokens and lost keys

    @Test func rejectsStolenTokensWithoutKey() async throws {
        let world = try await World()
        let device = world.device()
        let session = try await device.app.signIn()
        let stolen = try await device.copiedRefreshToken()
        await #expect { try await Attacker(server: world.server).refresh(with: stolen) } throws: {
            ($0 as? OAuthError)?.code == .invalidDPoPProof
        }
        let token = try await session.accessToken().value
        let thief = world.device().app
        #expect(try await failure { try await thief.importSession(accessToken: token) }.code == .requestRejected)
        #expect(try await session.user().id == session.account.id)
        #expect(try await world.liveSessions() == 1)
    }

    /// The ways in which the key of a bound session can be lost.
    enum KeyLoss: CaseIterable, Sendable {
        case missing, malformed
    }

    @Test(arguments: KeyLoss.allCases)
    func endsSessionOfLostKeyOnlyByVerdictOfServer(loss: KeyLoss) async throws {
        let world = try await World()
        let device = world.device()
        let account = try await device.app.signIn().account
        try await device.loseKey(loss)
        let relaunched = device.relaunched()
        let session = try #require(try await relaunched.session())
        device.network.setReachable(false)
        world.server.clock.advance(by: 3_600)
        #expect(try await failure { try await session.accessToken() }.code == .network)
        #expect(try await relaunched.accounts().map(\.id) == [account.id])

        device.network.setReachable(true)
        let error = try await failure { try await session.accessToken() }
        #expect(error.code == .signedOut)
        #expect(error.signedOutReason == .endedByServer(errorCode: OAuthErrorCode.invalidGrant.rawValue))
        // The server keeps the session for the owner of the key.
        #expect(try await world.liveSessions() == 1)
        #expect(try await relaunched.signIn().account.id == account.id)
    }

    /// RFC 9449 §5: the refresh tokens of confidential clients are not bound.
    @Test func continuesSessionOfConfidentialClientWithNewKey() async throws {
        let world = try await World()
        let secret = try await world.server.clients.addConfidential("site")
        let device = world.device(clientID: "site") { $0.clientSecret = secret }
        let account = try await device.app.signIn().account
        try await device.loseKey(.missing)
        world.server.clock.advance(by: 3_600)
        let session = try #require(try await device.relaunched().session())
        #expect(try await session.user().id == account.id)
        #expect(try await session.accessToken().isBound)
        #expect(try await device.storedSession().proofKey != nil)
    }

    @Test(arguments: [-86_400.0, -90, 90, 86_400])
    func datesProofsByClockOfServer(error: TimeInterval) async throws {
        let world = try await World()
        let device = world.server.device(of: .ada)
        let session = try await GatehouseClient(configuration: device.configuration()).signIn()
        device.clockError = error
        let relaunched = try #require(try await GatehouseClient(configuration: device.configuration()).session())
        #expect(try await relaunched.user().id == session.account.id)
        world.server.clock.advance(by: 3_600)
        #expect(try await relaunched.user().id == session.account.id)
        #expect(try await relaunched.accessToken().isBound)
    }
}

extension Device {
    private var key: TokenStoreKey {
        TokenStoreKey(issuer: app.configuration.issuer.absoluteString, clientID: app.configuration.clientID)
    }

    fileprivate func storedSession() async throws -> StoredSession {
        try #require(try await SessionStore(key, in: app.configuration.tokenStore).load()?.sessions.last)
    }

    fileprivate func loseKey(_ loss: BoundSessionTests.KeyLoss) async throws {
        let malformed = try JSONDecoder().decode(ProofKey.self, from: Data(#"{"key": "AAAA"}"#.utf8))
        _ = try await SessionStore(key, in: app.configuration.tokenStore).update { found in
            var next = found
            next?.sessions[0].proofKey = loss == .missing ? nil : malformed
            return next
        }
    }
}

/// A user agent that records the pages that another one shows.
private final class RecordingUserAgent: UserAgent {
    private let agent: any UserAgent
    private let shown = Mutex<[URL]>([])

    init(_ agent: any UserAgent) {
        self.agent = agent
    }

    var pages: [URL] { shown.withLock(\.self) }

    func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
        let page = request.url(redirectURI: request.redirectURI)
        shown.withLock { $0.append(page) }
        return try await agent.present(request)
    }
}
