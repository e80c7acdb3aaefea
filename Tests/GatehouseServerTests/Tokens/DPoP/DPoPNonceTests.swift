import Foundation
import GatehouseJOSE
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

/// Nonces of the server (RFC 9449 §8, §9).
@Suite struct DPoPNonceTests {
    private let nonces: DPoPNonces
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws {
        nonces = DPoPNonces(masterKey: try #require(MasterKey(bytes: Data(repeating: 7, count: 32))))
    }

    private func accepts(_ nonce: String, after seconds: TimeInterval) -> Bool {
        (try? nonces.check(nonce, of: .authorizationServer, at: start.addingTimeInterval(seconds))) != nil
    }

    @Test func acceptsNonceForFiveMinutes() {
        let nonce = nonces.current(of: .authorizationServer, at: start)
        #expect(accepts(nonce, after: 299))
        #expect(!accepts(nonce, after: 300))
    }

    @Test func differsBetweenAuthorizationServerAndResources() {
        let nonce = nonces.current(of: .resourceServer, at: start)
        #expect(nonce != nonces.current(of: .authorizationServer, at: start))
        #expect(!accepts(nonce, after: 0))
    }

    @Test func dependsOnKeyFile() throws {
        let other = DPoPNonces(masterKey: try #require(MasterKey(bytes: Data(repeating: 8, count: 32))))
        #expect(!accepts(other.current(of: .authorizationServer, at: start), after: 0))
    }

    @Test func worksOnAllNodes() async throws {
        let nodes = [try ServerHarness.requiringNonces(), try ServerHarness.requiringNonces()]
        let signer = try ProofSigner()
        let error = #expect(throws: OAuthError.self) {
            try nodes[0].identity.dpop.key(provenBy: try signer.proof(at: nodes[0].now), at: TokenEndpoint.self)
        }
        let proof = try signer.proof(nonce: try #require(error?.dpopNonce), at: nodes[1].now)
        #expect(try nodes[1].identity.dpop.key(provenBy: proof, at: TokenEndpoint.self) != nil)
    }

    @Test func acceptsNonceForSeveralProofsUntilItExpires() throws {
        let server = try ServerHarness.requiringNonces()
        let (dpop, signer) = (server.identity.dpop, try ProofSigner())
        let nonce = try #require(dpop.nonce(afterProof: "proof", of: .authorizationServer))
        for _ in 1...5 {
            let proof = try signer.proof(nonce: nonce, at: server.now)
            #expect(try dpop.key(provenBy: proof, at: TokenEndpoint.self) != nil)
            server.clock.advance(by: 40)
        }
        server.clock.advance(by: 120)
        let error = #expect(throws: OAuthError.self) {
            try dpop.key(provenBy: try signer.proof(nonce: nonce, at: server.now), at: TokenEndpoint.self)
        }
        #expect(error?.code == .useDPoPNonce)
        #expect(error?.dpopNonce == dpop.nonce(afterProof: "proof", of: .authorizationServer))
    }

    /// The rejected request consumes neither the code nor the proof's session.
    @Test func redeemsCodeAfterNonceWasRequested() async throws {
        let server = try ServerHarness.requiringNonces()
        let client = try await server.addClient()
        let code = try await server.addCode(client, try await server.addAccount())
        let signer = try ProofSigner()
        let error = try await oauthError {
            try await server.redeem(code, by: client, proof: try signer.proof(at: server.now))
        }
        #expect(error.code == .useDPoPNonce)
        let proof = try signer.proof(nonce: error.dpopNonce, at: server.now)
        #expect(try await server.redeem(code, by: client, proof: proof).tokenType == .dpop)
    }

    @Test func requiresNoNonceWithoutProof() async throws {
        let server = try ServerHarness.requiringNonces()
        let client = try await server.addClient()
        let code = try await server.addCode(client, try await server.addAccount())
        #expect(try await server.redeem(code, by: client, proof: nil).tokenType == .bearer)
        #expect(server.identity.dpop.nonce(afterProof: nil, of: .authorizationServer) == nil)
    }

    @Test func sendsNoNonceUnlessRequired() throws {
        let server = try ServerHarness()
        #expect(server.identity.dpop.nonce(afterProof: "proof", of: .authorizationServer) == nil)
        let proof = try ProofSigner().proof(nonce: "of an earlier setting", at: server.now)
        #expect(try server.identity.dpop.key(provenBy: proof, at: TokenEndpoint.self) != nil)
    }
}
