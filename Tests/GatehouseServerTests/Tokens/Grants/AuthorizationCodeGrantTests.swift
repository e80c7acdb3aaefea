import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AuthorizationCodeGrantTests {
    private static func verifier(_ letter: Character) throws -> CodeVerifier {
        try #require(CodeVerifier(String(repeating: letter, count: 43)))
    }

    /// Tokens that were redeemed ten seconds after the sign-in in a browser.
    private struct Redemption {
        static let nonce = "n-0S6_WzA2Mj"

        let server: ServerHarness
        let browser: BrowserSession
        let session: Session
        let tokens: TokenResponse

        init() async throws {
            server = try ServerHarness()
            let client = try await server.addClient()
            let account = try await server.addAccount()
            browser = try await server.addBrowserSession(account)
            let verifier = try AuthorizationCodeGrantTests.verifier("v")
            let code = try await server.addCode(
                client,
                account,
                browserSession: browser,
                request: .init(
                    scopes: [.openid, .email, .offlineAccess],
                    nonce: Self.nonce,
                    challenge: PKCE.challenge(for: verifier)
                )
            )
            server.clock.advance(by: 10)
            tokens = try await server.redeem(code, by: client, verifier: verifier)
            session = try #require(try await server.store.sessions(of: account.id).first)
        }

        func idToken() async throws -> IDTokenClaims {
            try await server.read(try #require(tokens.idToken), as: IDTokenClaims.self, kind: .idToken).claims
        }
    }

    @Test func issuesAccessTokenWithAuthenticationDetails() async throws {
        let redemption = try await Redemption()
        let token = redemption.tokens.accessToken
        let access = try await redemption.server.read(token, as: AccessTokenClaims.self, kind: .accessToken)
        #expect(access.header.algorithm == .es256)
        #expect(
            access.claims
                == AccessTokenClaims(
                    issuer: ServerHarness.issuer,
                    subject: "account-1",
                    audience: [ServerHarness.issuer],
                    expiresAt: UnixTime(seconds: 1_800_003_610),
                    issuedAt: UnixTime(seconds: 1_800_000_010),
                    tokenID: access.claims.tokenID,
                    clientID: "app",
                    scope: [.openid, .email, .offlineAccess],
                    sessionID: redemption.session.id.rawValue,
                    authenticatedAt: UnixTime(seconds: 1_800_000_000),
                    acr: .singleFactor,
                    amr: [.password]
                )
        )
        #expect(try await redemption.server.auditKinds() == [.sessionStarted])
    }

    @Test func issuesIDTokenWithAuthenticationDetails() async throws {
        let redemption = try await Redemption()
        let subjects = SubjectIdentifiers(masterKey: redemption.server.identity.masterKey)
        #expect(
            try await redemption.idToken()
                == IDTokenClaims(
                    issuer: ServerHarness.issuer,
                    subject: "account-1",
                    audience: ["app"],
                    expiresAt: UnixTime(seconds: 1_800_003_610),
                    issuedAt: UnixTime(seconds: 1_800_000_010),
                    authenticatedAt: UnixTime(seconds: 1_800_000_000),
                    nonce: Redemption.nonce,
                    acr: .singleFactor,
                    amr: [.password],
                    accessTokenHash: SHA256Digest.tokenHash(redemption.tokens.accessToken),
                    sessionID: subjects.sessionID(of: redemption.browser.id, for: "app")
                )
        )
    }

    @Test func issuesIDTokenThatClientsAccept() async throws {
        let redemption = try await Redemption()
        let validated = try IDTokenValidator(issuer: ServerHarness.issuer, clientID: "app").validate(
            try #require(redemption.tokens.idToken),
            with: try await redemption.server.identity.keyring.verifier(),
            expecting: .init(nonce: Redemption.nonce, maxAge: 60, accessToken: redemption.tokens.accessToken),
            now: redemption.server.now,
            leeway: 0
        )
        #expect(try await redemption.idToken() == validated)
    }

    @Test func signsIDTokenWithAlgorithmOfClient() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient { $0.idTokenAlgorithm = .rs256 }
        let tokens = try await server.signIn(try await server.addAccount(), to: client)
        let id = try await server.read(
            try #require(tokens.idToken),
            as: IDTokenClaims.self,
            kind: .idToken
        )
        let access = try await server.read(tokens.accessToken, as: AccessTokenClaims.self, kind: .accessToken)
        #expect(id.header.algorithm == .rs256)
        #expect(access.header.algorithm == .es256)
    }

    @Test func omitsIDTokenWithoutOpenIDScope() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let tokens = try await server.signIn(try await server.addAccount(), to: client, scopes: [.email])
        #expect(tokens.idToken == nil)
        #expect(tokens.refreshToken == nil)
        #expect(tokens.scope == [.email])
    }

    @Test func omitsRefreshTokenWithoutGrant() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(grants: [.authorizationCode])
        let account = try await server.addAccount()
        let tokens = try await server.signIn(account, to: client)
        #expect(tokens.refreshToken == nil)
        #expect(tokens.scope == [.openid])
        let session = try #require(try await server.store.sessions(of: account.id).first)
        #expect(!session.isOffline)
        #expect(session.expiresAt == server.now.addingTimeInterval(3_600))
    }

    @Test func addsRequestedClaimsToIDToken() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let claims = ClaimsRequest(idToken: [.email: .init(), .name: .init(essential: true), .address: .init()])
        let tokens = try await server.signIn(
            try await server.addAccount(),
            to: client,
            scopes: [.openid, .profile, .email],
            claims: claims
        )
        let id = try await server.read(try #require(tokens.idToken), as: IDTokenClaims.self, kind: .idToken)
        #expect(
            id.claims.claims == StandardClaims([.email: "person@example.com", .name: "Given Family"])
        )
    }

    /// A token request that does not match the authorization request of the code.
    struct Mismatch: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var boundRedirect: String? = ServerHarness.redirectURI
        var sentRedirect: String? = ServerHarness.redirectURI
        var boundVerifier: Character?
        var sentVerifier: Character?
        var requiresPKCE = false
    }

    static let mismatches = [
        Mismatch(testDescription: "another redirect URI", sentRedirect: "https://app.example.com/callback/"),
        Mismatch(testDescription: "no redirect URI", sentRedirect: nil),
        Mismatch(testDescription: "a redirect URI that was not requested", boundRedirect: nil),
        Mismatch(testDescription: "another verifier", boundVerifier: "a", sentVerifier: "b"),
        Mismatch(testDescription: "no verifier", boundVerifier: "a"),
        Mismatch(testDescription: "a verifier without a challenge", sentVerifier: "a"),
        Mismatch(testDescription: "no challenge although the client requires PKCE", requiresPKCE: true),
    ]

    @Test(arguments: mismatches)
    func consumesCodeOnMismatchedRequest(_ mismatch: Mismatch) async throws {
        let server = try ServerHarness()
        let client = try await server.addClient { $0.requiresPKCE = mismatch.requiresPKCE }
        let account = try await server.addAccount()
        let bound = try mismatch.boundVerifier.map { try Self.verifier($0) }
        let code = try await server.addCode(
            client,
            account,
            request: .init(
                redirectURI: mismatch.boundRedirect,
                challenge: bound.map { PKCE.challenge(for: $0) }
            )
        )
        let sent = try mismatch.sentVerifier.map { try Self.verifier($0) }
        let grant = TokenGrant.authorizationCode(code, redirectURI: mismatch.sentRedirect, codeVerifier: sent)
        #expect(try await oauthError { try await server.token(grant, by: client) }.code == .invalidGrant)

        let correct = TokenGrant.authorizationCode(code, redirectURI: mismatch.boundRedirect, codeVerifier: bound)
        #expect(try await oauthError { try await server.token(correct, by: client) }.code == .invalidGrant)
        #expect(try await server.store.sessions(of: account.id) == [])
        #expect(try await server.auditKinds() == [.authorizationCodeRejected])
    }

    @Test func rejectsAnotherClientWithoutConsumingCode() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let other = try await server.addClient("other")
        let code = try await server.addCode(client, try await server.addAccount())
        #expect(try await oauthError { try await server.redeem(code, by: other) }.code == .invalidGrant)
        _ = try await server.redeem(code, by: client)
        #expect(try await oauthError { try await server.redeem(code, by: other) }.code == .invalidGrant)
        #expect(try await server.auditKinds() == [.sessionStarted])
    }

    @Test(arguments: [
        ClientAuthentication.none(clientID: "app"),
        .post(clientID: "app", clientSecret: Secret("wrong")),
        .basic(clientID: "app", clientSecret: Secret("wrong")),
    ])
    func keepsCodeWhenClientAuthenticationFails(_ invalid: ClientAuthentication) async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(method: .clientSecretBasic)
        let code = try await server.addCode(client, try await server.addAccount())
        let request = TokenRequest(
            grant: .authorizationCode(code, redirectURI: "https://elsewhere.example.com/", codeVerifier: nil),
            client: invalid.form
        )
        let error = try await oauthError {
            try await server.identity.token.token(
                request.parameters,
                authorization: invalid.fields[.authorization],
                context: server.context
            )
        }
        #expect(error.code == .invalidClient)
        #expect(try await server.record(of: code)?.redeemedAt == nil)
        _ = try await server.redeem(code, by: client)
    }

    @Test func revokesTokensWhenAuthorizationCodeIsReplayed() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let code = try await server.addCode(client, account)
        let tokens = try await server.redeem(code, by: client)
        server.clock.advance(by: 3_600)
        #expect(try await oauthError { try await server.redeem(code, by: client) }.code == .invalidGrant)

        let session = try #require(try await server.record(of: code)?.sessionID)
        #expect(try await server.store.session(session)?.endReason == .codeReplayed)
        #expect(try await server.store.sessions(of: account.id) == [])
        #expect(
            try await oauthError { try await server.refresh(tokens.refreshToken, by: client) }.code == .invalidGrant
        )
        #expect(try await oauthError { try await server.redeem(code, by: client) }.code == .invalidGrant)
        #expect(try await server.auditKinds() == [.sessionStarted, .codeReplayed])
    }

    @Test func redeemsCodeOnceUnderConcurrency() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let code = try await server.addCode(client, account)
        server.store.gather(50)
        let results = await concurrently(50) { () async throws(OAuthError) in
            try await server.redeem(code, by: client)
        }
        #expect(results.compactMap(\.value).count == 1)
        #expect(results.compactMap(\.error?.code) == Array(repeating: .invalidGrant, count: 49))
        // Any of the requests may be the attacker's, so the session of the successful one ends as well.
        let session = try #require(try await server.record(of: code)?.sessionID)
        #expect(try await server.store.session(session)?.endReason == .codeReplayed)
        #expect(try await server.auditKinds().filter { $0 == .sessionStarted }.count == 1)
    }

    @Test func rejectsAccountDeletedDuringRedemption() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let code = try await server.addCode(client, account)
        server.store.precede([.account(.delete(account.id))])
        #expect(try await oauthError { try await server.redeem(code, by: client) }.code == .invalidGrant)
        #expect(try await server.auditKinds() == [])
    }

    @Test func rejectsExpiredCode() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let early = try await server.addCode(client, account)
        let late = try await server.addCode(client, account)
        server.clock.advance(by: 59.999)
        _ = try await server.redeem(early, by: client)
        server.clock.advance(by: 0.001)
        #expect(try await oauthError { try await server.redeem(late, by: client) }.code == .invalidGrant)
    }

    @Test func rejectsDisabledAccount() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let code = try await server.addCode(client, account)
        try await server.disable(account)
        #expect(try await oauthError { try await server.redeem(code, by: client) }.code == .invalidGrant)
        #expect(try await server.store.sessions(of: account.id) == [])
    }

    @Test func rejectsCodeAfterBrowserSignOut() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let browser = try await server.addBrowserSession(account)
        let code = try await server.addCode(client, account, browserSession: browser)
        try await server.store.commit([.browserSession(.endAll(account: account.id, at: server.now))])
        #expect(try await oauthError { try await server.redeem(code, by: client) }.code == .invalidGrant)
        #expect(try await server.store.sessions(of: account.id) == [])
    }

    @Test(arguments: ["", "x", "rt.a.1.b", "eyJhbGciOiJub25lIn0.e30."])
    func rejectsUnknownCode(_ text: String) async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let error = try await oauthError { try await server.redeem(Secret(text), by: client) }
        #expect(error.code == (text.isEmpty ? .invalidRequest : .invalidGrant))
    }
}
