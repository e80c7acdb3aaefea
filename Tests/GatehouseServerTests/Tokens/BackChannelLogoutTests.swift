import Foundation
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// OpenID Connect Back-Channel Logout 1.0.
@Suite struct BackChannelLogoutTests {
    /// Records the requests, and fails as configured.
    private final class Receiver: RemoteFormSender {
        private let state = Mutex<(failures: [RemoteDocumentError], tokens: [Secret], urls: [String])>(([], [], []))

        init(failing failures: [RemoteDocumentError] = []) {
            state.withLock { $0.failures = failures }
        }

        var tokens: [Secret] { state.withLock(\.tokens) }
        var urls: [String] { state.withLock(\.urls) }

        func post(_ form: Parameters, to url: RemoteURL) async throws(RemoteDocumentError) {
            let failure: RemoteDocumentError? = state.withLock { state in
                if let token = form[.logoutToken] { state.tokens.append(Secret(token)) }
                state.urls.append(url.text)
                return state.failures.isEmpty ? nil : state.failures.removeFirst()
            }
            if let failure { throw failure }
        }
    }

    private static let uri = "https://app.example.com/logout"
    private let server: ServerHarness

    init() throws {
        server = try ServerHarness()
    }

    private func addClient(_ id: String = "app", requiresSessionID: Bool = false) async throws -> Client {
        try await server.addClient(id) {
            $0.backChannelLogout = BackChannelLogout(uri: Self.uri, requiresSessionID: requiresSessionID)
        }
    }

    private func deliver(to receiver: Receiver) async throws {
        while try await server.identity.jobs.logoutNotifier(wait: { _ in }).enqueueDue() > 0 {}
        let workers = server.identity.jobs.logoutWorkers(forms: receiver) { _ in throw CancellationError() }
        for worker in workers { while try await worker.deliverDue() > 0 {} }
    }

    private func claims(of token: Secret) async throws -> LogoutTokenClaims {
        try await server.read(token, as: LogoutTokenClaims.self, kind: .logoutToken).claims
    }

    /// Signs in from a browser, ends the session, and returns the token.
    private func claims(ending end: (BrowserSession, Session) -> [Change]) async throws -> LogoutTokenClaims? {
        let account = try await server.addAccount()
        let browser = try await server.addBrowserSession(account)
        let tokens = try await server.signIn(account, to: try await addClient(), browserSession: browser)
        let idToken = try #require(tokens.idToken)
        let session = try #require(try await server.store.sessions(of: account.id).first)
        try await server.store.commit(end(browser, session))
        let receiver = Receiver()
        try await deliver(to: receiver)
        #expect(receiver.tokens.count <= 1)
        guard let token = receiver.tokens.first else { return nil }
        #expect(receiver.urls == [Self.uri])
        let claims = try await claims(of: token)
        let sessionID = try await server.read(idToken, as: IDTokenClaims.self, kind: .idToken).claims.sessionID
        #expect(claims.sessionID == sessionID)
        #expect(sessionID != nil)
        return claims
    }

    @Test("Sends a token with the claims of §2.4")
    func sendsLogoutToken() async throws {
        let now = server.now
        let claims = try #require(
            try await claims { browser, _ in
                [
                    .browserSession(.end(browser.id, at: now)),
                    .session(.endBrowserBound(browserSession: browser.id, reason: .signedOut, at: now)),
                ]
            }
        )
        #expect(claims.issuer == ServerHarness.issuer)
        #expect(claims.audience == Audience(["app"]))
        #expect(claims.subject == "account-1")
        #expect(claims.issuedAt == UnixTime(now))
        #expect(claims.expiresAt.seconds == UnixTime(now).seconds + 120)
    }

    @Test(arguments: [SessionEndReason.codeReplayed, .refreshReplayed, .administrator, .endedByUser])
    func notifiesOfEndedSession(reason: SessionEndReason) async throws {
        let now = server.now
        #expect(try await claims { _, session in [.session(.end(session.id, reason: reason, at: now))] } != nil)
    }

    @Test func notifiesOfDeletedAccount() async throws {
        let claims = try await claims { _, session in [.account(.delete(session.accountID))] }
        #expect(claims?.subject == "account-1")
    }

    @Test func doesNotNotifyClientThatRevokedItsToken() async throws {
        let now = server.now
        #expect(try await claims { _, session in [.session(.end(session.id, reason: .revoked, at: now))] } == nil)
    }

    @Test func sendsNothingToClientsWithoutEndpoint() async throws {
        let account = try await server.addAccount()
        let tokens = try await server.signIn(account, to: try await server.addClient())
        #expect(tokens.idToken != nil)
        try await server.store.commit([.session(.endAll(account: account.id, reason: .administrator, at: server.now))])
        let receiver = Receiver()
        try await deliver(to: receiver)
        #expect(receiver.tokens.isEmpty)
    }

    @Test func sendsOneTokenForSeveralSignInsInOneBrowser() async throws {
        let account = try await server.addAccount()
        let browser = try await server.addBrowserSession(account)
        let client = try await addClient()
        for _ in 1...3 { _ = try await server.signIn(account, to: client, browserSession: browser) }
        try await server.identity.browserSessions.end(browser, client: nil, context: server.context)
        let receiver = Receiver()
        try await deliver(to: receiver)
        #expect(receiver.tokens.count == 1)
    }

    @Test func sendsSignatureAlgorithmOfIDTokens() async throws {
        let account = try await server.addAccount()
        let client = try await server.addClient {
            $0.backChannelLogout = BackChannelLogout(uri: Self.uri)
            $0.idTokenAlgorithm = .rs256
        }
        _ = try await server.signIn(account, to: client)
        try await server.store.commit([.session(.endAll(account: account.id, reason: .administrator, at: server.now))])
        let receiver = Receiver()
        try await deliver(to: receiver)
        let header = try #require(receiver.tokens.first).reveal().split(separator: ".").first.flatMap(Base64URL.decode)
        let text = String(bytes: try #require(header), encoding: .utf8)
        #expect(text?.contains(#""alg":"RS256""#) == true)
        #expect(text?.contains(#""typ":"logout+jwt""#) == true)
    }

    /// §2.2: `sid` is in every token of such a client, also of sessions without a browser.
    @Test(arguments: [true, false])
    func includesSessionIDIfClientRequiresIt(isRequired: Bool) async throws {
        let account = try await server.addAccount()
        let tokens = try await server.signIn(account, to: try await addClient(requiresSessionID: isRequired))
        try await server.store.commit([.session(.endAll(account: account.id, reason: .administrator, at: server.now))])
        let receiver = Receiver()
        try await deliver(to: receiver)
        let claims = try await claims(of: try #require(receiver.tokens.first))
        let idToken = try #require(tokens.idToken)
        #expect((claims.sessionID != nil) == isRequired)
        #expect(
            try await server.read(idToken, as: IDTokenClaims.self, kind: .idToken).claims.sessionID == claims.sessionID
        )
    }

    @Test func retriesWithSameIdentifierAndNewExpiration() async throws {
        let account = try await server.addAccount()
        _ = try await server.signIn(account, to: try await addClient())
        try await server.store.commit([.session(.endAll(account: account.id, reason: .administrator, at: server.now))])
        let receiver = Receiver(failing: [.status(503)])
        try await deliver(to: receiver)
        server.clock.advance(by: 300)
        try await deliver(to: receiver)
        #expect(receiver.tokens.count == 2)
        let (first, second) = (try await claims(of: receiver.tokens[0]), try await claims(of: receiver.tokens[1]))
        #expect(first.tokenID == second.tokenID)
        #expect(second.issuedAt.seconds == first.issuedAt.seconds + 300)
        #expect(try await server.store.nextMessageDue() == nil)
    }

    @Test("Drops a request that the client rejects with status 400 (§2.8)")
    func dropsRejectedRequest() async throws {
        let account = try await server.addAccount()
        _ = try await server.signIn(account, to: try await addClient())
        try await server.store.commit([.session(.endAll(account: account.id, reason: .administrator, at: server.now))])
        let receiver = Receiver(failing: [.status(400)])
        try await deliver(to: receiver)
        #expect(receiver.tokens.count == 1)
        #expect(try await server.store.nextMessageDue() == nil)
        #expect(try await server.auditKinds().contains(.messageFailed))
    }

    @Test func namesPairwiseSubject() async throws {
        let account = try await server.addAccount()
        let client = try await server.addClient {
            $0.backChannelLogout = BackChannelLogout(uri: Self.uri)
            $0.sectorIdentifier = "example.com"
        }
        _ = try await server.signIn(account, to: client)
        try await server.store.commit([.account(.delete(account.id))])
        let receiver = Receiver()
        try await deliver(to: receiver)
        let subject = SubjectIdentifiers(masterKey: server.identity.masterKey).subject(of: account.id, for: client)
        #expect(try await claims(of: try #require(receiver.tokens.first)).subject == subject)
    }
}
