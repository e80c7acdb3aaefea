import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseServer

/// Bound access tokens at the server's own resources, introspection and revocation (RFC 9449 §6.2, §7).
@Suite struct BoundTokenUseTests {
    private let server: ServerHarness
    private let signer: ProofSigner
    private let client: Client
    private let bound: Secret
    private let unbound: Secret

    init() async throws {
        server = try ServerHarness()
        signer = try ProofSigner()
        client = try await server.addClient()
        let account = try await server.addAccount()
        bound = try await server.signIn(account, to: client, proving: signer).accessToken
        unbound = try await server.signIn(account, to: client).accessToken
    }

    private func proof(_ method: String = "GET", with token: Secret) throws -> String {
        try signer.proof(method, for: ProofSigner.userInfo, with: token, at: server.now)
    }

    @Test func acceptsBoundTokenWithProof() async throws {
        for _ in 1...2 {
            #expect(try await server.userInfo(.dpop(bound), proof: try proof(with: bound)).subject == "account-1")
        }
    }

    @Test func rejectsBoundTokenAsBearerToken() async throws {
        for proof in [nil, try proof(with: bound)] {
            let error = try await oauthError { try await server.userInfo(.bearer(bound), proof: proof) }
            #expect(error.code == .invalidToken)
            #expect(error.challenge?.scheme == .bearer)
        }
        let form = Parameters([.accessToken: bound.reveal()])
        let error = try await oauthError { try await server.identity.userInfo.userInfo(form, authorization: nil) }
        #expect(error.code == .invalidToken)
    }

    @Test func rejectsUnboundTokenWithProof() async throws {
        let error = try await oauthError {
            try await server.userInfo(.dpop(unbound), proof: try proof(with: unbound))
        }
        #expect(error.code == .invalidToken)
        #expect(error.challenge?.scheme == .dpop)
    }

    @Test func acceptsUnboundTokenAsBearerToken() async throws {
        #expect(try await server.userInfo(.bearer(unbound)).subject == "account-1")
    }

    @Test func requiresProof() async throws {
        let error = try await oauthError { try await server.userInfo(.dpop(bound)) }
        #expect(error.code == .invalidDPoPProof)
        #expect(error.status == .unauthorized)
        #expect(error.challenge?.scheme == .dpop)
        #expect(error.challenge?.error == .invalidDPoPProof)
        #expect(error.challenge?.algorithms == DPoPVerifier.algorithms)
        #expect(error.alternativeChallenge == nil)
    }

    @Test func rejectsReplayedProof() async throws {
        let proof = try proof(with: bound)
        _ = try await server.userInfo(.dpop(bound), proof: proof)
        let error = try await oauthError { try await server.userInfo(.dpop(bound), proof: proof) }
        #expect(error.code == .invalidDPoPProof)
    }

    @Test func rejectsProofOfOtherMethod() async throws {
        let error = try await oauthError {
            try await server.userInfo(.dpop(bound), proof: try proof("POST", with: bound))
        }
        #expect(error.code == .invalidDPoPProof)
    }

    /// Only the holder of a token causes the work of a proof, and fills the memory of used ones.
    @Test func verifiesTokenBeforeProof() async throws {
        let proof = try proof(with: bound)
        let error = try await oauthError { try await server.userInfo(.dpop(Secret("forged")), proof: proof) }
        #expect(error.code == .invalidToken)
        #expect(try await server.userInfo(.dpop(bound), proof: proof).subject == "account-1")
    }

    @Test func offersBothSchemesWithoutToken() async throws {
        let handler = server.identity.userInfo
        let error = try await oauthError { try await handler.userInfo(Parameters(), authorization: nil) }
        #expect(
            error.fields[values: .wwwAuthenticate] == [
                #"Bearer realm="https://id.example.com""#,
                #"DPoP realm="https://id.example.com", algs="ES256 EdDSA PS256""#,
            ]
        )
    }

    @Test func requiresNonceOfResourceServer() async throws {
        let server = try ServerHarness.requiringNonces(store: server.store)
        let nonce = server.identity.dpop.nonce(afterProof: "proof", of: .authorizationServer)
        for nonce in [nil, nonce] {
            let proof = try signer.proof("GET", for: ProofSigner.userInfo, with: bound, nonce: nonce, at: server.now)
            let error = try await oauthError { try await server.userInfo(.dpop(bound), proof: proof) }
            #expect(error.code == .useDPoPNonce)
            #expect(error.status == .unauthorized)
            #expect(error.challenge?.scheme == .dpop && error.challenge?.error == .useDPoPNonce)
            let next = try signer.proof(
                "GET",
                for: ProofSigner.userInfo,
                with: bound,
                nonce: error.dpopNonce,
                at: server.now
            )
            #expect(try await server.userInfo(.dpop(bound), proof: next).subject == "account-1")
        }
    }

    @Test func keepsBindingOfCachedToken() async throws {
        let validator = server.identity.accessTokens
        for _ in 1...2 {
            #expect(try await validator.claims(of: bound)?.confirmation?.keyThumbprint == signer.thumbprint)
            #expect(try await validator.check(bound) == nil)
            #expect(try await validator.inspect(bound) != nil)
        }
    }

    @Test func describesBindingAtIntrospection() async throws {
        let api = try await server.addClient("api", method: .clientSecretBasic, grants: [])
        let authentication = server.authentication(of: api)
        var types: [TokenType?] = []
        for token in [bound, unbound] {
            let response = try await server.identity.introspection.introspect(
                IntrospectionRequest(token: token).parameters,
                authorization: authentication.fields[.authorization],
                context: server.context
            )
            types.append(response.token?.tokenType)
            let thumbprint = token == bound ? signer.thumbprint : nil
            #expect(response.token?.confirmation?.keyThumbprint == thumbprint)
        }
        #expect(types == [.dpop, .bearer])
    }

    @Test func revokesBoundTokenWithoutProof() async throws {
        let request = RevocationRequest(token: bound, client: ClientCredentials(clientID: "app"))
        _ = try await server.identity.revocation.revoke(
            request.parameters,
            authorization: nil,
            context: server.context
        )
        let error = try await oauthError {
            try await server.userInfo(.dpop(bound), proof: try proof(with: bound))
        }
        #expect(error.code == .invalidToken)
    }
}
