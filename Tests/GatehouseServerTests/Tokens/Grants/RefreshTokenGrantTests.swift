import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct RefreshTokenGrantTests {
    private static let day: TimeInterval = 24 * 60 * 60

    /// A server with a client, an account and a session of both.
    private struct SessionFixture: Sendable {
        let server: ServerHarness
        let client: Client
        let account: Account
        let session: Session.ID
        let first: Secret

        init(
            scopes: ScopeSet = [.openid, .email, .offlineAccess],
            claims: ClaimsRequest? = nil,
            recovery: RefreshRecovery = .immediate,
            profile: SecurityProfile? = nil
        ) async throws {
            server = try ServerHarness()
            client = try await server.addClient { client in
                client.refreshRecovery = recovery
                client.security.profile = profile
            }
            account = try await server.addAccount()
            let tokens = try await server.signIn(account, to: client, scopes: scopes, claims: claims)
            first = try #require(tokens.refreshToken)
            session = try #require(try await server.store.sessions(of: account.id).first).id
        }

        func refresh(_ token: Secret?, scope: ScopeSet? = nil) async throws(OAuthError) -> TokenResponse {
            try await server.refresh(token, by: client, scope: scope)
        }

        var record: Session {
            get async throws { try #require(try await server.store.session(session)) }
        }
    }

    @Test func issuesNewTokensOfSameAuthentication() async throws {
        let fixture = try await SessionFixture(claims: ClaimsRequest(idToken: [.email: .init()]))
        fixture.server.clock.advance(by: 1_000)
        let tokens = try await fixture.refresh(fixture.first)
        #expect(tokens.refreshToken != fixture.first)
        #expect(tokens.expiresIn == 3_600)
        #expect(tokens.scope == [.openid, .email, .offlineAccess])
        let access = try await fixture.server.read(tokens.accessToken, as: AccessTokenClaims.self, kind: .accessToken)
        #expect(access.claims.sessionID == fixture.session.rawValue)
        #expect(access.claims.authenticatedAt == UnixTime(seconds: 1_800_000_000))
        #expect(access.claims.issuedAt == UnixTime(seconds: 1_800_001_000))
        let id = try await fixture.server.read(try #require(tokens.idToken), as: IDTokenClaims.self, kind: .idToken)
        #expect(id.claims.authenticatedAt == UnixTime(seconds: 1_800_000_000))
        #expect(id.claims.nonce == nil)
        #expect(id.claims.claims == StandardClaims([.email: "person@example.com"]))
    }

    @Test func rotatesTokenOnEveryRefresh() async throws {
        let fixture = try await SessionFixture()
        var token = fixture.first
        for counter in 2...20 {
            fixture.server.clock.advance(by: Self.day)
            token = try #require(try await fixture.refresh(token).refreshToken)
            #expect(try await fixture.record.counter == counter)
        }
    }

    /// FAPI 2.0 Security Profile §5.3.2.1 forbids rotation.
    @Test func keepsTokenForClientsOfFAPI() async throws {
        let fixture = try await SessionFixture(profile: .fapi2Security)
        for day in 1...20 {
            fixture.server.clock.advance(by: Self.day)
            #expect(try await fixture.refresh(fixture.first).refreshToken == fixture.first)
            let record = try await fixture.record
            #expect(record.counter == 1)
            #expect(record.rotatedAt == fixture.server.now, "day \(day)")
        }
    }

    @Test func rotatesOnceForConcurrentRefreshes() async throws {
        let fixture = try await SessionFixture()
        fixture.server.clock.advance(by: 1_000)
        fixture.server.store.gather(50)
        let results = await concurrently(50) { () async throws(OAuthError) in try await fixture.refresh(fixture.first) }
        let tokens = results.compactMap(\.value?.refreshToken)
        #expect(tokens.count == 50)
        #expect(Set(tokens).count == 1)
        #expect(try await fixture.record.counter == 2)
        #expect(try await fixture.record.endedAt == nil)
    }

    @Test func answersConcurrentRefreshesOfClientsOfFAPI() async throws {
        let fixture = try await SessionFixture(profile: .fapi2Security)
        fixture.server.clock.advance(by: 1_000)
        fixture.server.store.gather(50)
        let results = await concurrently(50) { () async throws(OAuthError) in try await fixture.refresh(fixture.first) }
        #expect(results.compactMap(\.error).isEmpty)
        #expect(results.compactMap(\.value?.refreshToken) == Array(repeating: fixture.first, count: 50))
        let record = try await fixture.record
        #expect((record.counter, record.rotatedAt, record.endedAt) == (1, fixture.server.now, nil))
        _ = try await fixture.refresh(fixture.first)
    }

    @Test func repeatsLostResponseAtAnyTimeForJournalledClients() async throws {
        let fixture = try await SessionFixture(recovery: .journalled)
        let lost = try await fixture.refresh(fixture.first)
        fixture.server.clock.advance(by: 30 * Self.day)
        let again = try await fixture.refresh(fixture.first)
        #expect(again.refreshToken == lost.refreshToken)
        #expect(try await fixture.record.counter == 2)
        _ = try await fixture.refresh(again.refreshToken)
        #expect(try await fixture.record.counter == 3)
    }

    /// Negative: this node's clock is behind the clock of the node that rotated the token.
    @Test(arguments: [0, 29.999, -29.999])
    func repeatsLostResponseWithinOverlap(seconds: TimeInterval) async throws {
        let fixture = try await SessionFixture()
        fixture.server.clock.advance(by: 1_000)
        let lost = try await fixture.refresh(fixture.first)
        fixture.server.clock.advance(by: seconds)
        #expect(try await fixture.refresh(fixture.first).refreshToken == lost.refreshToken)
        #expect(try await fixture.record.counter == 2)
    }

    @Test(arguments: [30, 86_400, -30, -900])
    func rejectsPredecessorOutsideOverlap(seconds: TimeInterval) async throws {
        let fixture = try await SessionFixture()
        fixture.server.clock.advance(by: 1_000)
        _ = try await fixture.refresh(fixture.first)
        fixture.server.clock.advance(by: seconds)
        #expect(try await oauthError { try await fixture.refresh(fixture.first) }.code == .invalidGrant)
        #expect(try await fixture.record.endReason == .refreshReplayed)
    }

    @Test(arguments: RefreshRecovery.allCases)
    func rejectsTokenBeforePredecessorImmediatelyAfterRotation(recovery: RefreshRecovery) async throws {
        let fixture = try await SessionFixture(recovery: recovery)
        let second = try await fixture.refresh(fixture.first)
        let third = try await fixture.refresh(second.refreshToken)
        #expect(try await oauthError { try await fixture.refresh(fixture.first) }.code == .invalidGrant)
        #expect(try await fixture.record.endReason == .refreshReplayed)
        #expect(try await fixture.server.auditKinds() == [.sessionStarted, .refreshReplayed])
        #expect(try await oauthError { try await fixture.refresh(third.refreshToken) }.code == .invalidGrant)
        #expect(try await oauthError { try await fixture.refresh(fixture.first) }.code == .invalidGrant)
        #expect(try await fixture.server.auditKinds() == [.sessionStarted, .refreshReplayed])
    }

    @Test func rejectsForgedTokens() async throws {
        let fixture = try await SessionFixture()
        let parts = fixture.first.reveal().split(separator: ".").map(String.init)
        #expect(parts.count == 4)
        let other = try await fixture.server.signIn(fixture.account, to: fixture.client)
        let tag = try #require(other.refreshToken).reveal().split(separator: ".").map(String.init)[3]
        let forgeries = [
            "\(parts[0]).\(parts[1]).2.\(parts[3])", "\(parts[0]).\(parts[1]).0.\(parts[3])",
            "\(parts[0]).\(parts[1]).01.\(parts[3])", "\(parts[0]).\(parts[1]).+1.\(parts[3])",
            "\(parts[0]).\(parts[1]).1.\(tag)", "\(parts[0]).\(parts[1]).1.", "\(parts[0]).\(parts[1]).1",
            "\(parts[0]).\(parts[1]).1.\(parts[3])=", "\(parts[0]).\(parts[1]).1.\(parts[3]).",
            "xx.\(parts[1]).1.\(parts[3])", "\(parts[0]).other.1.\(parts[3])",
            String(fixture.first.reveal().dropLast()),
            "\(parts[0]).\(parts[1]).-9223372036854775808.\(parts[3])",
            "\(parts[0]).\(parts[1]).99999999999999999999.\(parts[3])", "...", "x",
        ]
        for forgery in forgeries {
            #expect(
                try await oauthError { try await fixture.refresh(Secret(forgery)) }.code == .invalidGrant,
                "\(forgery)"
            )
        }
        #expect(try await fixture.record.endedAt == nil)
        _ = try await fixture.refresh(fixture.first)
    }

    @Test func rejectsAnotherClientWithoutEndingSession() async throws {
        let fixture = try await SessionFixture()
        let other = try await fixture.server.addClient("other")
        let error = try await oauthError { try await fixture.server.refresh(fixture.first, by: other) }
        #expect(error.code == .invalidGrant)
        _ = try await fixture.refresh(fixture.first)
    }

    @Test func allowsFewerButNotMoreScopes() async throws {
        let fixture = try await SessionFixture()
        let narrowed = try await fixture.refresh(fixture.first, scope: [.email])
        #expect(narrowed.scope == [.email])
        #expect(narrowed.idToken == nil)
        let error = try await oauthError { try await fixture.refresh(narrowed.refreshToken, scope: [.email, .phone]) }
        #expect(error.code == .invalidScope)
        let all = try await fixture.refresh(narrowed.refreshToken)
        #expect(all.scope == [.openid, .email, .offlineAccess])
    }

    @Test func removesScopesThatClientHasLost() async throws {
        let fixture = try await SessionFixture()
        var client = fixture.client
        client.scopes = [.openid, .offlineAccess]
        try await fixture.server.store.commit([.client(.update(client))])
        #expect(try await fixture.refresh(fixture.first).scope == [.openid, .offlineAccess])
    }

    @Test func expiresIdleSession() async throws {
        let fixture = try await SessionFixture()
        fixture.server.clock.advance(by: 60 * Self.day - 0.001)
        let second = try await fixture.refresh(fixture.first)
        fixture.server.clock.advance(by: 60 * Self.day)
        #expect(try await oauthError { try await fixture.refresh(second.refreshToken) }.code == .invalidGrant)
    }

    @Test func endsSessionAfterOneYear() async throws {
        let fixture = try await SessionFixture()
        var token: Secret? = fixture.first
        for _ in 0..<7 {
            fixture.server.clock.advance(by: 50 * Self.day)
            token = try await fixture.refresh(token).refreshToken
        }
        fixture.server.clock.advance(by: 15 * Self.day - 600)
        let last = try await fixture.refresh(token)
        #expect(last.expiresIn == 600)
        fixture.server.clock.advance(by: 600)
        #expect(try await oauthError { try await fixture.refresh(last.refreshToken) }.code == .invalidGrant)
    }

    @Test func rejectsDisabledAccount() async throws {
        let fixture = try await SessionFixture()
        try await fixture.server.disable(fixture.account)
        #expect(try await oauthError { try await fixture.refresh(fixture.first) }.code == .invalidGrant)
    }

    @Test func rejectsDeletedAccount() async throws {
        let fixture = try await SessionFixture()
        try await fixture.server.store.commit([.account(.delete(fixture.account.id))])
        #expect(try await oauthError { try await fixture.refresh(fixture.first) }.code == .invalidGrant)
    }

    @Test(arguments: [SessionEndReason.signedOut, .credentialsChanged, .administrator])
    func rejectsEndedSession(_ reason: SessionEndReason) async throws {
        let fixture = try await SessionFixture()
        let end = Change.session(.endAll(account: fixture.account.id, reason: reason, at: fixture.server.now))
        try await fixture.server.store.commit([end])
        #expect(try await oauthError { try await fixture.refresh(fixture.first) }.code == .invalidGrant)
    }

    @Test func rejectsRefreshAfterConcurrentSignOut() async throws {
        let fixture = try await SessionFixture()
        fixture.server.store.precede([.session(.end(fixture.session, reason: .signedOut, at: fixture.server.now))])
        #expect(try await oauthError { try await fixture.refresh(fixture.first) }.code == .invalidGrant)
        #expect(try await fixture.record.counter == 1)
        #expect(try await fixture.record.endReason == .signedOut)
    }

    @Test func returnsSameTokenAfterConcurrentRefresh() async throws {
        let fixture = try await SessionFixture()
        let expiry = fixture.server.now.addingTimeInterval(60 * Self.day)
        fixture.server.store.precede([
            .session(.renew(fixture.session, from: 1, to: 2, at: fixture.server.now, expiresAt: expiry))
        ])
        let tokens = try await fixture.refresh(fixture.first)
        #expect(try await fixture.record.counter == 2)
        _ = try await fixture.refresh(tokens.refreshToken)
        #expect(try await fixture.record.counter == 3)
    }

    @Test func ignoresUnknownScopes() async throws {
        let fixture = try await SessionFixture()
        let unknown = Scope(rawValue: "api:read")
        #expect(try await fixture.refresh(fixture.first, scope: [.openid, unknown]).scope == [.openid])
        let error = try await oauthError { try await fixture.refresh(fixture.first, scope: [unknown]) }
        #expect(error.code == .invalidScope)
    }

    @Test func rejectsClientWithoutRefreshGrant() async throws {
        let fixture = try await SessionFixture()
        var client = fixture.client
        client.grantTypes = [.authorizationCode]
        try await fixture.server.store.commit([.client(.update(client))])
        #expect(try await oauthError { try await fixture.refresh(fixture.first) }.code == .unauthorizedClient)
    }

    @Test func rejectsDeletedClient() async throws {
        let fixture = try await SessionFixture()
        try await fixture.server.store.commit([.client(.delete(fixture.client.id))])
        #expect(try await oauthError { try await fixture.refresh(fixture.first) }.code == .invalidClient)
    }
}
