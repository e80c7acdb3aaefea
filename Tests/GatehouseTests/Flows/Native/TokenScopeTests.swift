import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// Access tokens for scopes other than those of the sign-in.
struct TokenScopeTests {
    private let app = NativeTestApp()
    private let files = Scope(rawValue: "files.read")
    private let mail = Scope(rawValue: "mail.read")

    private var requestedScopes: [String?] {
        app.calls(.signInToken).dropFirst().map { $0.parameters["scope"] }
    }

    @Test func returnsCurrentTokenForGrantedScopes() async throws {
        let session = try #require(try await app.signInCode().submit("12345678").session)
        #expect(try await session.accessToken(for: [.openid, .profile]).value == "access-3")
        #expect(requestedScopes == [])
    }

    @Test func fetchesTokenForOtherScopesOnceAndKeepsFirst() async throws {
        let session = try #require(try await app.signInCode().submit("12345678").session)
        let token = try await session.accessToken(for: [files])
        #expect(token.value == "access-4")
        #expect(token.scopes.contains(files))
        #expect(try await session.accessToken(for: [files]).value == "access-4")
        #expect(try await session.accessToken().value == "access-3")
        #expect(requestedScopes == ["files.read openid profile offline_access"])
        #expect(app.calls(.signInToken).last?.parameters["refresh_token"] == "refresh-3")
        #expect(try await session.tokens().refreshToken == Secret("refresh-4"))
    }

    @Test func replacesCachedTokenOnForcedRefresh() async throws {
        let session = try #require(try await app.signInCode().submit("12345678").session)
        #expect(try await forcedToken(session, for: []) == "access-4")
        #expect(try await session.accessToken().value == "access-4")
        _ = try await session.accessToken(for: [files])
        #expect(try await forcedToken(session, for: [files]) == "access-6")
        #expect(try await session.accessToken(for: [files]).value == "access-6")
        #expect(try await session.tokens().cachedTokens?.count == 1)
    }

    @Test func refetchesExpiredToken() async throws {
        let session = try #require(try await app.signInCode().submit("12345678").session)
        _ = try await session.accessToken(for: [files])
        app.api.clock.advance(by: 3600)
        #expect(try await session.accessToken(for: [files]).value == "access-5")
        #expect(try await session.accessToken().value == "access-6")
    }

    @Test func returnsRequestedScopesToEachConcurrentCaller() async throws {
        let session = try #require(try await app.signInCode().submit("12345678").session)
        let requests: [ScopeSet] = [[files], [mail], [files], [], [mail]]
        let scopes = try await withThrowingTaskGroup(of: (Int, ScopeSet).self) { group in
            for (index, requested) in requests.enumerated() {
                group.addTask { (index, try await session.accessToken(for: requested).scopes) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for (index, requested) in requests.enumerated() {
            #expect(scopes[index].map { requested.isSubset(of: $0) } == true)
        }
        #expect(requestedScopes.count == 2)
    }

    @Test func alwaysSendsRequestedClaims() async throws {
        let session = try #require(try await app.signInCode().submit("12345678").session)
        #expect(try await session.tokens(for: AccessTokenRequest(claims: "{}")).accessToken == Secret("access-4"))
        #expect(try await session.tokens(for: AccessTokenRequest(claims: "{}")).accessToken == Secret("access-5"))
        #expect(app.calls(.signInToken).map { $0.parameters["claims"] } == [nil, "{}", "{}"])
    }

    @Test func keepsSessionAfterRejectedScopes() async throws {
        let session = try #require(try await app.signInCode().submit("12345678").session)
        app.api.queue(.invalidScope, at: .signInToken)
        let error = try await failure { try await session.accessToken(for: [files]) }
        #expect(error.code == .requestRejected)
        #expect(error.response?.error == "invalid_scope")
        #expect(try await session.accessToken().value == "access-3")
    }

    @Test func keepsSessionWhenRefreshRequiresSecondFactor() async throws {
        let session = try #require(try await app.signInCode().submit("12345678").session)
        app.api.queue(.mfaRequired, at: .signInToken)
        #expect(try await failure { try await session.accessToken(for: [files]) }.code == .secondFactorRequired)
        #expect(try await session.accessToken().value == "access-3")
    }

    @Test(arguments: [StubResponse.failure(.invalidGrant, 50_142), .redirect(reason: "Because.")])
    func keepsSessionAfterErrorThatUserCanResolve(response: StubResponse) async throws {
        let session = try #require(try await app.signInCode().submit("12345678").session)
        app.api.queue(response, at: .signInToken)
        let error = try await failure { try await session.accessToken(for: [files]) }
        #expect(
            error.response?.errorNumbers == [50_142] || error.code == .browserRequired && error.serverText == "Because."
        )
        #expect(try await session.accessToken().value == "access-3")
    }

    @Test func sendsAndReportsCorrelationID() async throws {
        let session = try #require(try await app.signInCode().submit("12345678").session)
        let id = try #require(UUID(uuidString: "5b1c0d6e-2b57-4f0a-9d3b-6a2f6f0c7a11"))
        app.api.queue(.invalidScope, at: .signInToken)
        let error = try await failure {
            try await session.tokens(for: AccessTokenRequest(scopes: [files], correlationID: id))
        }
        #expect(error.correlationID == id)
        #expect(app.calls(.signInToken).last?.correlationID == id)
        // The correlation ID does not affect which cached token is used.
        #expect(
            try await session.tokens(for: AccessTokenRequest(correlationID: id)).accessToken == Secret("access-3")
        )
    }

    @Test func endsSessionWhenRefreshTokenIsRejected() async throws {
        let session = try #require(try await app.signInCode().submit("12345678").session)
        app.api.queue(.invalidGrant, at: .signInToken)
        #expect(try await failure { try await session.accessToken(for: [files]) }.code == .signedOut)
        #expect(try await app.gatehouse.session() == nil)
    }

    private func forcedToken(_ session: Session, for scopes: ScopeSet) async throws -> String {
        try await session.tokens(for: AccessTokenRequest(scopes: scopes), forcesRefresh: true).accessToken.reveal()
    }
}
