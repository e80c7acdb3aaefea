import Foundation
import GatehouseJOSE
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseVerifier

/// Requests with tokens that are bound to a key of the client (RFC 9449 §7, RFC 8705 §3).
@Suite struct BoundTokenTests {
    private let clientKey: SigningKey
    private let url = "https://api.example.com/orders"

    init() throws {
        clientKey = try SigningKey.generate(.es256)
    }

    private func boundToken(_ harness: VerifierHarness) throws -> String {
        let thumbprint = try #require(clientKey.publicJWK.thumbprint)
        return try harness.token(["cnf": ["jkt": .string(thumbprint)]])
    }

    private func proof(
        _ harness: VerifierHarness,
        for token: String,
        id: String = "1",
        nonce: String? = nil,
        url: String? = nil,
        by key: SigningKey? = nil
    ) throws -> String {
        try DPoPProof.create(
            for: DPoPProof.Request(
                method: "GET",
                uri: try #require(NormalizedURI(url ?? self.url)),
                accessToken: Secret(token)
            ),
            with: key ?? clientKey,
            identifier: id,
            nonce: nonce,
            now: harness.time.environment.now()
        )
    }

    private func request(_ authorization: String..., proofs: String..., path: String = "/orders") -> ResourceRequest {
        ResourceRequest(method: "GET", url: path, authorization: authorization, dpop: proofs)
    }

    private func error(_ harness: VerifierHarness, _ request: ResourceRequest) async -> TokenError? {
        await #expect(throws: TokenError.self) { try await harness.verifier.verify(request) }
    }

    // MARK: Proofs

    @Test func acceptsBoundTokenWithProof() async throws {
        let harness = try VerifierHarness()
        let token = try boundToken(harness)
        let accepted = request("DPoP \(token)", proofs: try proof(harness, for: token), path: "/orders?page=2")
        let verified = try await harness.verifier.verify(accepted, requiring: ["orders:read"])
        #expect(verified.keyThumbprint == clientKey.publicJWK.thumbprint)
    }

    @Test func acceptsAbsoluteURL() async throws {
        let harness = try VerifierHarness { $0.publicURL = "https://proxy.example.com/v1/" }
        let token = try boundToken(harness)
        let absolute = "https://other.example.com/orders"
        let first = request("dpop \(token)", proofs: try proof(harness, for: token, url: absolute), path: absolute)
        await #expect(throws: Never.self) { try await harness.verifier.verify(first) }
        let proof = try proof(harness, for: token, id: "2", url: "https://proxy.example.com/v1/orders")
        await #expect(throws: Never.self) { try await harness.verifier.verify(request("DPoP \(token)", proofs: proof)) }
    }

    @Test func rejectsReplayedProof() async throws {
        let harness = try VerifierHarness()
        let token = try boundToken(harness)
        let request = request("DPoP \(token)", proofs: try proof(harness, for: token))
        _ = try await harness.verifier.verify(request)
        for seconds in [0.0, 60] {
            harness.time.advance(by: seconds)
            let error = await error(harness, request)
            #expect(error?.code == .invalidDPoPProof)
            #expect(error?.message == "The DPoP proof was already used. Each request requires a new one.")
        }
    }

    /// Forgetting a proof early would permit its replay.
    @Test func refusesProofsInsteadOfForgettingOthers() async throws {
        let harness = try VerifierHarness { $0.dpop.rememberedProofs = 2 }
        let token = try boundToken(harness)
        let first = request("DPoP \(token)", proofs: try proof(harness, for: token))
        await #expect(throws: Never.self) { try await harness.verifier.verify(first) }
        let second = request("DPoP \(token)", proofs: try proof(harness, for: token, id: "2"))
        #expect(await error(harness, second)?.status == .serviceUnavailable)
        #expect(await error(harness, first)?.code == .invalidDPoPProof)
    }

    /// RFC 9449 §4.3, check 12: the key of the proof is that of the token.
    @Test func rejectsProofOfAnotherKey() async throws {
        let harness = try VerifierHarness()
        let token = try boundToken(harness)
        let proof = try proof(harness, for: token, by: SigningKey.generate(.es256))
        #expect(await error(harness, request("DPoP \(token)", proofs: proof))?.code == .invalidDPoPProof)
    }

    @Test func rejectsProofForAnotherRequest() async throws {
        let harness = try VerifierHarness()
        let token = try boundToken(harness)
        let other = try harness.token(["jti": "2"])
        let wrong = [
            try proof(harness, for: token, url: "https://api.example.com/invoices"), try proof(harness, for: other),
            "x",
        ]
        for proof in wrong {
            let error = await error(harness, request("DPoP \(token)", proofs: proof))
            #expect(error?.code == .invalidDPoPProof)
            #expect(error?.status == .unauthorized)
        }
    }

    /// RFC 9449 §4.3, check 1.
    @Test func requiresExactlyOneProof() async throws {
        let harness = try VerifierHarness()
        let token = try boundToken(harness)
        #expect(await error(harness, request("DPoP \(token)"))?.code == .invalidDPoPProof)
        let proofs = try (proof(harness, for: token, id: "1"), proof(harness, for: token, id: "2"))
        let error = await error(harness, request("DPoP \(token)", proofs: proofs.0, proofs.1))
        #expect(error?.code == .invalidDPoPProof)
        #expect(error?.challenge?.hasPrefix("DPoP ") == true)
        #expect(error?.challenge?.contains(#"algs="ES256 EdDSA PS256""#) == true)
    }

    /// RFC 9449 §7.2.
    @Test func rejectsBoundTokenAsBearerToken() async throws {
        let harness = try VerifierHarness()
        let token = try boundToken(harness)
        let requests = [
            request("Bearer \(token)"), request("Bearer \(token)", proofs: try proof(harness, for: token)),
        ]
        for request in requests {
            let error = await error(harness, request)
            #expect(error?.code == .invalidToken)
            #expect(error?.challenge?.hasPrefix("DPoP ") == true)
            #expect(error?.challenge?.contains(#"error="invalid_token""#) == true)
        }
        let error = await #expect(throws: TokenError.self) { try await harness.verifier.verify(token) }
        #expect(error?.code == .invalidToken)
    }

    /// RFC 9449 §7.1.
    @Test func rejectsUnboundTokenWithSchemeDPoP() async throws {
        let harness = try VerifierHarness()
        let token = try harness.token()
        let request = request("DPoP \(token)", proofs: try proof(harness, for: token))
        #expect(await error(harness, request)?.code == .invalidToken)
    }

    @Test func acceptsOnlyBoundTokensIfRequired() async throws {
        let harness = try VerifierHarness { $0.dpop.isRequired = true }
        let unbound = try harness.token()
        let error = await error(harness, request("Bearer \(unbound)"))
        #expect(error?.code == .invalidToken)
        #expect(error?.challenge?.hasPrefix("DPoP ") == true)
        let token = try boundToken(harness)
        let accepted = request("DPoP \(token)", proofs: try proof(harness, for: token))
        await #expect(throws: Never.self) { try await harness.verifier.verify(accepted) }
        #expect(await self.error(harness, request())?.challenge?.contains("Bearer") == false)
    }

    // MARK: Nonces

    /// RFC 9449 §9.
    @Test func requiresRecentNonce() async throws {
        let harness = try VerifierHarness { $0.dpop.nonces = .ownKey }
        let token = try boundToken(harness)
        let error = await error(harness, request("DPoP \(token)", proofs: try proof(harness, for: token)))
        #expect(error?.code == .dpopNonceRequired)
        #expect(error?.status == .unauthorized)
        #expect(error?.challenge?.contains(#"error="use_dpop_nonce""#) == true)
        let nonce = try #require(error?.headerFields[.dpopNonce])
        #expect(harness.verifier.dpopNonce == nonce)
        harness.time.advance(by: 120)
        #expect(harness.verifier.dpopNonce != nonce)
        let accepted = request("DPoP \(token)", proofs: try proof(harness, for: token, id: "2", nonce: nonce))
        await #expect(throws: Never.self) { try await harness.verifier.verify(accepted) }
        harness.time.advance(by: 300)
        for nonce in [nonce, "made up", ""] {
            let late = request("DPoP \(token)", proofs: try proof(harness, for: token, id: "3", nonce: nonce))
            #expect(await self.error(harness, late)?.code == .dpopNonceRequired)
        }
    }

    @Test func sharesNoncesBetweenProcesses() async throws {
        let secret = Secret("a key of at least 32 bytes, shared")
        let first = try VerifierHarness { $0.dpop.nonces = .sharedKey(secret) }
        let second = try VerifierHarness { $0.dpop.nonces = .sharedKey(secret) }
        let other = try VerifierHarness { $0.dpop.nonces = .ownKey }
        #expect(first.verifier.dpopNonce == second.verifier.dpopNonce)
        #expect(first.verifier.dpopNonce != other.verifier.dpopNonce)
        #expect(try VerifierHarness().verifier.dpopNonce == nil)
    }

    // MARK: Certificates

    /// RFC 8705 §3: the API must compare the certificate, or reject the token.
    @Test func comparesCertificateOfClient() async throws {
        let harness = try VerifierHarness()
        let token = try harness.token(["cnf": ["x5t#S256": "hash"]])
        var request = request("Bearer \(token)")
        #expect(await error(harness, request)?.code == .invalidToken)
        request.certificateThumbprint = "other"
        #expect(await error(harness, request)?.code == .invalidToken)
        request.certificateThumbprint = "hash"
        await #expect(throws: Never.self) { try await harness.verifier.verify(request) }
        await #expect(throws: TokenError.self) { try await harness.verifier.verify(token) }
    }
}
