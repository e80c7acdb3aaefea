import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct BrowserSessionsTests {
    private let email = "ada@example.com"

    /// Signs a user in and returns the session cookie's value with its session.
    private func signedIn(_ server: CompleteServer) async throws -> (cookie: Secret, session: BrowserSession) {
        let browser = ScriptedBrowser(on: server)
        let query = Parameters([
            .init(name: "client_id", value: "app"), .init(name: "response_type", value: "code"),
            .init(name: "redirect_uri", value: CompleteServer.appRedirectURI.absoluteString),
            .init(name: "scope", value: "openid"),
            .init(name: "code_challenge", value: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
            .init(name: "code_challenge_method", value: "S256"),
        ])
        let page = try #require(URL(string: "https://login.example.com/oauth2/authorize?" + query.formEncoded))
        await browser.open(page)
        try await ScriptedUser(email: email).signIn(in: browser, on: server)
        let cookie = Secret(try #require(await browser.cookie("__Host-gatehouse-session")))
        return (cookie, try #require(try await server.server.browserSessions.resolve(cookie)))
    }

    @Test func storesOnlyHashOfCookie() async throws {
        let server = try await CompleteServer.with()
        let (cookie, session) = try await signedIn(server)
        #expect(session.secretHash == OpaqueToken.hash(of: cookie.reveal()))
        #expect(session.secretHash != cookie.reveal())
        let sessions = server.server.browserSessions
        for invalid in [session.secretHash, session.id.rawValue, "", cookie.reveal() + "A"] {
            #expect(try await sessions.resolve(Secret(invalid)) == nil)
        }
        #expect(try await sessions.resolve(nil) == nil)
    }

    @Test func expiresFourteenDaysAfterSignIn() async throws {
        let server = try await CompleteServer.with()
        let (cookie, session) = try await signedIn(server)
        let sessions = server.server.browserSessions
        #expect(session.expiresAt == server.clock.now + 14 * 86_400)
        for _ in 0..<13 {
            server.clock.advance(by: 86_400)
            #expect(try await sessions.resolve(cookie) == session)
        }
        server.clock.advance(by: 86_399.999)
        #expect(try await sessions.resolve(cookie) == session)
        server.clock.advance(by: 0.001)
        #expect(try await sessions.resolve(cookie) == nil)
    }

    @Test func endsBrowserBoundSessionsOnSignOut() async throws {
        let server = try await CompleteServer.with()
        let (cookie, session) = try await signedIn(server)
        for (id, isOffline) in [(Session.ID("online"), false), ("offline", true)] {
            try await server.core.store.commit([
                .session(.insert(Self.session(id, of: session, isOffline: isOffline, at: server.clock.now)))
            ])
        }
        let context = RequestMetadata(address: "192.0.2.1", requestID: "request-1")
        try await server.server.browserSessions.end(session, client: "app", context: context)
        #expect(try await server.server.browserSessions.resolve(cookie) == nil)
        #expect(try await server.core.store.session("online")?.endReason == .signedOut)
        #expect(try await server.core.store.session("offline")?.endedAt == nil)
        #expect(try await server.auditKinds().last == .signedOut)
    }

    @Test func generatesUniqueBindings() throws {
        let server = CompleteServer()
        let bindings = (0..<100).map { _ in server.server.browserSessions.newBinding().reveal() }
        #expect(Set(bindings).count == 100)
        #expect(bindings.allSatisfy { $0.utf8.count == 43 })
    }

    private static func session(
        _ id: Session.ID,
        of browser: BrowserSession,
        isOffline: Bool,
        at now: Date
    ) -> Session {
        Session(
            id: id,
            accountID: browser.accountID,
            clientID: "app",
            browserSessionID: browser.id,
            scopes: [.openid],
            isOffline: isOffline,
            salt: Data(repeating: 1, count: 32),
            authentication: browser.authentication,
            claims: nil,
            createdAt: now,
            expiresAt: now + 3_600
        )
    }
}
