import Foundation
import GatehouseJOSE
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// Sessions at servers that support DPoP in different ways (RFC 9449).
struct TokenBindingTests {
    @Test(arguments: [nil, [], [.edDSA, .ps256]] as [[SigningAlgorithm]?])
    func sendsNoProofToServerThatDoesNotOfferES256(algorithms: [SigningAlgorithm]?) async throws {
        let app = try TestApp()
        app.server.offer(algorithms)
        let session = try await app.gatehouse.signIn()
        _ = try await session.user()
        #expect(try await !session.accessToken().isBound)
        #expect(app.server.calls(TokenEndpoint.path).map { $0.fields[.dpop] } == [nil])
        #expect(app.server.calls(UserInfoEndpoint.path).map { $0.fields[.authorization] } == ["Bearer access-2"])
        #expect(try await app.stored?.sessions.first?.proofKey == nil)
    }

    /// RFC 9449 §5: the refresh token may be bound even if the access token is not.
    @Test func followsTokenTypeOfResponse() async throws {
        let app = try TestApp()
        app.server.offer([.es256])
        let session = try await app.gatehouse.signIn()
        #expect(try await !session.accessToken().isBound)
        app.clock.advance(by: 3_600)
        _ = try await session.user()
        #expect(app.server.calls(TokenEndpoint.path).allSatisfy { $0.fields[.dpop] != nil })
        #expect(app.server.calls(UserInfoEndpoint.path).map { $0.fields[.authorization] } == ["Bearer access-3"])
    }

    @Test func storesKeyBeforePageIsShown() async throws {
        let app = try TestApp()
        app.server.offer([.es256])
        let redirect = try await app.abandonOpenSignIn()
        let key = try #require(try await app.stored?.pendingSignIn?.proofKey)
        let relaunched = try app.relaunched()
        _ = try #require(try await relaunched.completeSignIn(from: redirect))
        #expect(try await app.stored?.sessions.first?.proofKey == key)
        #expect(app.server.calls(TokenEndpoint.path).count { $0.fields[.dpop] != nil } == 1)
    }

    @Test func treatsRepeatedNonceErrorAsTemporary() async throws {
        let (app, session) = try await expired()
        app.server.next(TokenEndpoint.path, times: 2, .nonceRequired)
        #expect(try await failure { try await session.accessToken() }.code == .serverUnavailable)
        #expect(app.server.calls(TokenEndpoint.path).count == 3)
        #expect(try await app.gatehouse.accounts().count == 1)
        #expect(try await session.accessToken().value == "access-3")
    }

    /// A refresh lock without a process ends after less than a minute: two slow requests could outlast it.
    @Test func doesNotRepeatRequestAfterSlowResponse() async throws {
        let (app, session) = try await expired()
        let error = OAuthError.nonceRequired
        app.server.next(TokenEndpoint.path) { [clock = app.clock] _ in
            clock.advance(by: 6)
            return (HTTPResponse(status: error.status, headerFields: error.fields), error.body())
        }
        #expect(try await failure { try await session.accessToken() }.code == .serverUnavailable)
        #expect(app.server.calls(TokenEndpoint.path).count == 2)
        #expect(try await session.accessToken().value == "access-3")
    }

    @Test func repeatsRequestIfServerCorrectsClock() async throws {
        let (app, session) = try await expired()
        let error = OAuthError(.invalidDPoPProof, "The DPoP proof was created too long ago or in the future.")
        var fields = error.fields
        fields[.date] = HTTPDate(app.clock.server + 600).text
        let response = HTTPResponse(status: .badRequest, headerFields: fields)
        app.server.next(TokenEndpoint.path) { _ in (response, error.body()) }
        #expect(try await session.accessToken().value == "access-3")
        let proofs = try app.server.calls(TokenEndpoint.path).suffix(2).map { call in
            try UnverifiedProof(#require(call.fields[.dpop]))
        }
        #expect(proofs.count == 2)
        #expect(abs(proofs[1].issuedAt - proofs[0].issuedAt - 600) <= 2)
        #expect(proofs[0].identifier != proofs[1].identifier)
    }

    @Test func doesNotRepeatRequestWithRejectedProof() async throws {
        let (app, session) = try await expired()
        app.server.next(TokenEndpoint.path, OAuthError(.invalidDPoPProof, "The signature is invalid."))
        #expect(try await failure { try await session.accessToken() }.code == .requestRejected)
        #expect(app.server.calls(TokenEndpoint.path).count == 2)
        #expect(try await app.gatehouse.accounts().count == 1)
    }

    /// Returns an app and its session, which has proven a key and whose access token has expired.
    private func expired() async throws -> (TestApp, Session) {
        let app = try TestApp()
        app.server.offer([.es256])
        let session = try await app.gatehouse.signIn()
        app.clock.advance(by: 3_600)
        return (app, session)
    }
}

/// The claims of a proof whose signature is not verified.
private struct UnverifiedProof {
    let identifier: String
    let issuedAt: TimeInterval

    private struct Claims: Decodable {
        let jti: String
        let iat: TimeInterval
    }

    init(_ proof: String) throws {
        let payload = try #require(Base64URL.decode(proof.split(separator: ".")[1]))
        let claims = try JSONDecoder().decode(Claims.self, from: payload)
        (identifier, issuedAt) = (claims.jti, claims.iat)
    }
}

extension FakeServer {
    /// Publishes these algorithms for DPoP proofs.
    fileprivate func offer(_ algorithms: [SigningAlgorithm]?) {
        next(OpenIDConfigurationEndpoint.path, times: 10) { [self] _ in
            var metadata = self.metadata
            metadata.dpopSigningAlgorithms = algorithms
            return ok(metadata)
        }
    }
}

extension OAuthError {
    fileprivate static var nonceRequired: OAuthError {
        var error = OAuthError(.useDPoPNonce, "The DPoP proof must contain the nonce of this response.")
        error.dpopNonce = "nonce-1"
        return error
    }
}
