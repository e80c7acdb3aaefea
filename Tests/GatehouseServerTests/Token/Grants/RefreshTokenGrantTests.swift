import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct RefreshTokenGrantTests {
    private static let day: TimeInterval = 24 * 60 * 60

    /// A server with a client, an account, and a session of theirs.
    private struct SignedIn: Sendable {
        let server: TestServer
        let client: Client
        let account: Account
        let session: Session.ID
        let first: Secret

        init(
            scopes: ScopeSet = [.openid, .email, .offlineAccess],
            claims: ClaimsRequest? = nil,
            recovery: RefreshRecovery = .immediate
        ) async throws {
            server = try TestServer()
            client = try await server.addClient(refreshRecovery: recovery)
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

    @Test func aRefreshGivesFreshTokensOfTheSameSignIn() async throws {
        let it = try await SignedIn(claims: ClaimsRequest(idToken: [.email: .init()]))
        it.server.clock.advance(by: 1_000)
        let tokens = try await it.refresh(it.first)
        #expect(tokens.refreshToken != it.first)
        #expect(tokens.expiresIn == 3_600)
        #expect(tokens.scope == [.openid, .email, .offlineAccess])
        let access = try await it.server.read(tokens.accessToken, as: AccessTokenClaims.self, kind: .accessToken)
        #expect(access.claims.sessionID == it.session.rawValue)
        #expect(access.claims.authenticatedAt == UnixTime(seconds: 1_800_000_000))
        #expect(access.claims.issuedAt == UnixTime(seconds: 1_800_001_000))
        let id = try await it.server.read(try #require(tokens.idToken), as: IDTokenClaims.self, kind: .idToken)
        #expect(id.claims.authenticatedAt == UnixTime(seconds: 1_800_000_000))
        #expect(id.claims.nonce == nil)
        #expect(id.claims.claims == StandardClaims([.email: "person@example.com"]))
    }

    @Test func aChainOfRefreshesNeverBreaks() async throws {
        let it = try await SignedIn()
        var token = it.first
        for counter in 2...20 {
            it.server.clock.advance(by: Self.day)
            token = try #require(try await it.refresh(token).refreshToken)
            #expect(try await it.record.counter == counter)
        }
    }

    @Test func ofFiftyAtOnceOneRotatesAndAllGetTheSameToken() async throws {
        let it = try await SignedIn()
        it.server.clock.advance(by: 1_000)
        it.server.store.gather(50)
        let outcomes = await concurrently(50) { () async throws(OAuthError) in try await it.refresh(it.first) }
        let tokens = outcomes.compactMap(\.value?.refreshToken)
        #expect(tokens.count == 50)
        #expect(Set(tokens).count == 1)
        #expect(try await it.record.counter == 2)
        #expect(try await it.record.endedAt == nil)
    }

    @Test func repeatsLostAnswerAtAnyTimeForJournalledClients() async throws {
        let it = try await SignedIn(recovery: .journalled)
        let lost = try await it.refresh(it.first)
        it.server.clock.advance(by: 30 * Self.day)
        let again = try await it.refresh(it.first)
        #expect(again.refreshToken == lost.refreshToken)
        #expect(try await it.record.counter == 2)
        _ = try await it.refresh(again.refreshToken)
        #expect(try await it.record.counter == 3)
    }

    /// Also when the clock of this node is a little behind the clock of the node that rotated the token.
    @Test(arguments: [0, 29.999, -29.999])
    func repeatsLostAnswerWithinOverlap(seconds: TimeInterval) async throws {
        let it = try await SignedIn()
        it.server.clock.advance(by: 1_000)
        let lost = try await it.refresh(it.first)
        it.server.clock.advance(by: seconds)
        #expect(try await it.refresh(it.first).refreshToken == lost.refreshToken)
        #expect(try await it.record.counter == 2)
    }

    @Test(arguments: [30, 86_400, -30, -900])
    func rejectsPredecessorOutsideOfOverlap(seconds: TimeInterval) async throws {
        let it = try await SignedIn()
        it.server.clock.advance(by: 1_000)
        _ = try await it.refresh(it.first)
        it.server.clock.advance(by: seconds)
        #expect(try await refusal { try await it.refresh(it.first) }.code == .invalidGrant)
        #expect(try await it.record.endReason == .refreshReplayed)
    }

    @Test(arguments: RefreshRecovery.allCases)
    func rejectsTokenBeforeThePredecessorRightAfterRotation(recovery: RefreshRecovery) async throws {
        let it = try await SignedIn(recovery: recovery)
        let second = try await it.refresh(it.first)
        let third = try await it.refresh(second.refreshToken)
        #expect(try await refusal { try await it.refresh(it.first) }.code == .invalidGrant)
        #expect(try await it.record.endReason == .refreshReplayed)
        #expect(try await it.server.audited() == [.sessionStarted, .refreshReplayed])
        #expect(try await refusal { try await it.refresh(third.refreshToken) }.code == .invalidGrant)
        #expect(try await refusal { try await it.refresh(it.first) }.code == .invalidGrant)
        #expect(try await it.server.audited() == [.sessionStarted, .refreshReplayed])
    }

    @Test func nobodyCanMakeATokenUp() async throws {
        let it = try await SignedIn()
        let parts = it.first.reveal().split(separator: ".").map(String.init)
        #expect(parts.count == 4)
        let other = try await it.server.signIn(it.account, to: it.client)
        let tag = try #require(other.refreshToken).reveal().split(separator: ".").map(String.init)[3]
        let forgeries = [
            "\(parts[0]).\(parts[1]).2.\(parts[3])", "\(parts[0]).\(parts[1]).0.\(parts[3])",
            "\(parts[0]).\(parts[1]).01.\(parts[3])", "\(parts[0]).\(parts[1]).+1.\(parts[3])",
            "\(parts[0]).\(parts[1]).1.\(tag)", "\(parts[0]).\(parts[1]).1.", "\(parts[0]).\(parts[1]).1",
            "\(parts[0]).\(parts[1]).1.\(parts[3])=", "\(parts[0]).\(parts[1]).1.\(parts[3]).",
            "xx.\(parts[1]).1.\(parts[3])", "\(parts[0]).other.1.\(parts[3])", String(it.first.reveal().dropLast()),
            "\(parts[0]).\(parts[1]).-9223372036854775808.\(parts[3])",
            "\(parts[0]).\(parts[1]).99999999999999999999.\(parts[3])", "...", "x",
        ]
        for forgery in forgeries {
            #expect(try await refusal { try await it.refresh(Secret(forgery)) }.code == .invalidGrant, "\(forgery)")
        }
        #expect(try await it.record.endedAt == nil)
        _ = try await it.refresh(it.first)
    }

    @Test func anotherClientGetsNothingAndEndsNothing() async throws {
        let it = try await SignedIn()
        let other = try await it.server.addClient("other")
        let error = try await refusal { try await it.server.refresh(it.first, by: other) }
        #expect(error.code == .invalidGrant)
        _ = try await it.refresh(it.first)
    }

    @Test func theScopeMayBeLessButNotMore() async throws {
        let it = try await SignedIn()
        let less = try await it.refresh(it.first, scope: [.email])
        #expect(less.scope == [.email])
        #expect(less.idToken == nil)
        let error = try await refusal { try await it.refresh(less.refreshToken, scope: [.email, .phone]) }
        #expect(error.code == .invalidScope)
        let all = try await it.refresh(less.refreshToken)
        #expect(all.scope == [.openid, .email, .offlineAccess])
    }

    @Test func aScopeThatTheClientHasLostIsNotRenewed() async throws {
        let it = try await SignedIn()
        var client = it.client
        client.scopes = [.openid, .offlineAccess]
        try await it.server.store.commit([.client(.update(client))])
        #expect(try await it.refresh(it.first).scope == [.openid, .offlineAccess])
    }

    @Test func aSessionThatIsNotUsedIdlesOut() async throws {
        let it = try await SignedIn()
        it.server.clock.advance(by: 60 * Self.day - 0.001)
        let second = try await it.refresh(it.first)
        it.server.clock.advance(by: 60 * Self.day)
        #expect(try await refusal { try await it.refresh(second.refreshToken) }.code == .invalidGrant)
    }

    @Test func aSessionEndsAYearAfterItBegan() async throws {
        let it = try await SignedIn()
        var token: Secret? = it.first
        for _ in 0..<7 {
            it.server.clock.advance(by: 50 * Self.day)
            token = try await it.refresh(token).refreshToken
        }
        it.server.clock.advance(by: 15 * Self.day - 600)
        let last = try await it.refresh(token)
        #expect(last.expiresIn == 600)
        it.server.clock.advance(by: 600)
        #expect(try await refusal { try await it.refresh(last.refreshToken) }.code == .invalidGrant)
    }

    @Test func aDisabledAccountGetsNothing() async throws {
        let it = try await SignedIn()
        try await it.server.disable(it.account)
        #expect(try await refusal { try await it.refresh(it.first) }.code == .invalidGrant)
    }

    @Test func aDeletedAccountGetsNothing() async throws {
        let it = try await SignedIn()
        try await it.server.store.commit([.account(.delete(it.account.id))])
        #expect(try await refusal { try await it.refresh(it.first) }.code == .invalidGrant)
    }

    @Test(arguments: [SessionEndReason.signedOut, .credentialsChanged, .administrator])
    func anEndedSessionGivesNothing(_ reason: SessionEndReason) async throws {
        let it = try await SignedIn()
        let end = Change.session(.endAll(account: it.account.id, reason: reason, at: it.server.now))
        try await it.server.store.commit([end])
        #expect(try await refusal { try await it.refresh(it.first) }.code == .invalidGrant)
    }

    @Test func aSignOutThatComesInBetweenIsObeyed() async throws {
        let it = try await SignedIn()
        it.server.store.precede([.session(.end(it.session, reason: .signedOut, at: it.server.now))])
        #expect(try await refusal { try await it.refresh(it.first) }.code == .invalidGrant)
        #expect(try await it.record.counter == 1)
        #expect(try await it.record.endReason == .signedOut)
    }

    @Test func aRefreshThatComesInBetweenGivesTheSameToken() async throws {
        let it = try await SignedIn()
        let expiry = it.server.now.addingTimeInterval(60 * Self.day)
        it.server.store.precede([
            .session(.rotate(it.session, from: 1, at: it.server.now, expiresAt: expiry))
        ])
        let tokens = try await it.refresh(it.first)
        #expect(try await it.record.counter == 2)
        _ = try await it.refresh(tokens.refreshToken)
        #expect(try await it.record.counter == 3)
    }

    @Test func ignoresUnknownScopes() async throws {
        let it = try await SignedIn()
        let unknown = Scope(rawValue: "api:read")
        #expect(try await it.refresh(it.first, scope: [.openid, unknown]).scope == [.openid])
        let error = try await refusal { try await it.refresh(it.first, scope: [unknown]) }
        #expect(error.code == .invalidScope)
    }

    @Test func aClientThatLostTheGrantGetsNothing() async throws {
        let it = try await SignedIn()
        var client = it.client
        client.grantTypes = [.authorizationCode]
        try await it.server.store.commit([.client(.update(client))])
        #expect(try await refusal { try await it.refresh(it.first) }.code == .unauthorizedClient)
    }

    @Test func aDeletedClientGetsNothing() async throws {
        let it = try await SignedIn()
        try await it.server.store.commit([.client(.delete(it.client.id))])
        #expect(try await refusal { try await it.refresh(it.first) }.code == .invalidClient)
    }
}
