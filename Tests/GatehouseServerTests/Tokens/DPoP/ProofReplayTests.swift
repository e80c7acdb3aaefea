import Foundation
import GatehouseJOSE
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseServer

/// The single use of proofs (RFC 9449 §11.1).
@Suite struct ProofReplayTests {
    @Test func rejectsReplayedProof() throws {
        let server = try ServerHarness()
        let proof = try ProofSigner().proof(at: server.now)
        let dpop = server.identity.dpop
        #expect(try dpop.key(provenBy: proof, at: TokenEndpoint.self) != nil)
        for _ in 1...2 {
            let error = #expect(throws: OAuthError.self) { try dpop.key(provenBy: proof, at: TokenEndpoint.self) }
            #expect(error?.code == .invalidDPoPProof)
        }
    }

    /// ECDSA signatures can be changed into other valid ones of the same message.
    @Test func rejectsRepeatedIdentifierInNewProof() throws {
        let server = try ServerHarness()
        let signer = try ProofSigner()
        let claims = signer.claims(at: server.now)
        let dpop = server.identity.dpop
        #expect(try dpop.key(provenBy: try signer.sign(claims), at: TokenEndpoint.self) != nil)
        #expect(throws: OAuthError.self) { try dpop.key(provenBy: try signer.sign(claims), at: TokenEndpoint.self) }
        server.clock.advance(by: 5)
        var later = claims
        later["iat"] = .integer(Int64(server.now.timeIntervalSince1970))
        #expect(throws: OAuthError.self) { try dpop.key(provenBy: try signer.sign(later), at: TokenEndpoint.self) }
    }

    @Test func acceptsIdentifierOfOtherKey() throws {
        let server = try ServerHarness()
        let (one, other) = (try ProofSigner(), try ProofSigner())
        let claims = one.claims(at: server.now)
        let dpop = server.identity.dpop
        #expect(try dpop.key(provenBy: try one.sign(claims), at: TokenEndpoint.self) != nil)
        #expect(try dpop.key(provenBy: try other.sign(claims), at: TokenEndpoint.self) != nil)
    }

    @Test func rejectsReplayUntilProofExpires() throws {
        let server = try ServerHarness()
        let dpop = server.identity.dpop
        // A clock that is ahead makes the proof valid for 70 seconds.
        let proof = try ProofSigner().proof(at: server.now.addingTimeInterval(10))
        #expect(try dpop.key(provenBy: proof, at: TokenEndpoint.self) != nil)
        for _ in 0..<8 {
            server.clock.advance(by: 10)
            let error = #expect(throws: OAuthError.self) { try dpop.key(provenBy: proof, at: TokenEndpoint.self) }
            #expect(error?.code == .invalidDPoPProof)
        }
    }

    /// Nodes share no memory of proofs: a replay at another node within the window is not detected (docs/dpop.md).
    @Test func acceptsProofOnceOnEachNode() throws {
        let nodes = [try ServerHarness(), try ServerHarness()]
        let proof = try ProofSigner().proof(at: nodes[0].now)
        for node in nodes {
            #expect(try node.identity.dpop.key(provenBy: proof, at: TokenEndpoint.self) != nil)
            #expect(throws: OAuthError.self) {
                try node.identity.dpop.key(provenBy: proof, at: TokenEndpoint.self)
            }
        }
    }

    /// Forgetting a proof early would permit its replay.
    @Test func refusesProofsInsteadOfForgettingOthers() throws {
        let server = try ServerHarness()
        let dpop = DPoPVerifier(
            settings: server.identity.settings,
            masterKey: server.identity.masterKey,
            environment: server.identity.environment,
            rememberedProofs: 2
        )
        let signer = try ProofSigner()
        let proof = try signer.proof(at: server.now)
        #expect(try dpop.key(provenBy: proof, at: TokenEndpoint.self) != nil)
        let refused = #expect(throws: OAuthError.self) {
            try dpop.key(provenBy: try signer.proof(at: server.now), at: TokenEndpoint.self)
        }
        #expect(refused?.status == .serviceUnavailable)
        let replay = #expect(throws: OAuthError.self) { try dpop.key(provenBy: proof, at: TokenEndpoint.self) }
        #expect(replay?.code == .invalidDPoPProof)
    }

    @Test func redeemsCodeOnceOnAllNodes() async throws {
        let store = SpyStore()
        let nodes = [try ServerHarness(store: store), try ServerHarness(seed: 2, store: store)]
        let client = try await nodes[0].addClient()
        let code = try await nodes[0].addCode(client, try await nodes[0].addAccount())
        let proof = try ProofSigner().proof(at: nodes[0].now)
        _ = try await nodes[0].redeem(code, by: client, proof: proof)
        let error = try await oauthError { try await nodes[1].redeem(code, by: client, proof: proof) }
        #expect(error.code == .invalidGrant)
    }
}
