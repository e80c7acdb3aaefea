import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes
import Testing

/// The checks of RFC 9449 §4.3, in its order.
@Suite struct ProofCheckTests {
    private let server: ServerHarness
    private let signer: ProofSigner

    init() throws {
        server = try ServerHarness()
        signer = try ProofSigner()
    }

    /// Returns the error of a proof for the token endpoint; `nil` if it is accepted.
    private func error(_ proof: String) -> OAuthError? {
        do throws(OAuthError) {
            _ = try server.identity.dpop.key(provenBy: proof, at: TokenEndpoint.self)
            return nil
        } catch {
            return error
        }
    }

    private func rejects(_ proof: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let error = error(proof)
        #expect(error?.code == .invalidDPoPProof, sourceLocation: sourceLocation)
        #expect(error?.status == .badRequest, sourceLocation: sourceLocation)
    }

    @Test func returnsThumbprintOfProvenKey() throws {
        let proof = try signer.proof(at: server.now)
        let key = try server.identity.dpop.key(provenBy: proof, at: TokenEndpoint.self)
        #expect(key?.thumbprint == signer.thumbprint)
        #expect(try server.identity.dpop.key(provenBy: nil, at: TokenEndpoint.self) == nil)
    }

    @Test("1: one field") func rejectsSeveralFields() throws {
        let proofs = [try signer.proof(at: server.now), try signer.proof(at: server.now)]
        rejects(proofs.joined(separator: ", "))
        rejects(proofs[0] + ",")
    }

    @Test("2: one well-formed JWT", arguments: ["", "x", "a.b", "a.b.c", "..", "a.b.c.d", "e30.e30.e30"])
    func rejectsMalformedProof(text: String) {
        rejects(text)
    }

    @Test("3: all required claims", arguments: ["jti", "htm", "htu", "iat"])
    func rejectsMissingClaim(name: String) throws {
        var claims = signer.claims(at: server.now)
        claims[name] = nil
        rejects(try signer.sign(claims))
        claims[name] = .null
        rejects(try signer.sign(claims))
    }

    @Test("4: type dpop+jwt", arguments: [nil, "JWT", "at+jwt", "dpop", ""] as [String?])
    func rejectsOtherType(type: String?) throws {
        var header = try signer.header
        header["typ"] = type.map { .string($0) }
        rejects(try signer.sign(signer.claims(at: server.now), header: header))
    }

    @Test("5: accepted asymmetric algorithm", arguments: ["none", "HS256", "RS256", "ES384", "ES512", ""])
    func rejectsOtherAlgorithm(name: String) throws {
        var header = try signer.header
        header["alg"] = .string(name)
        rejects(try signer.sign(signer.claims(at: server.now), header: header))
    }

    @Test("5: published algorithms", arguments: DPoPVerifier.algorithms)
    func acceptsPublishedAlgorithm(algorithm: SigningAlgorithm) throws {
        #expect(error(try ProofSigner(algorithm).proof(at: server.now)) == nil)
        #expect(server.identity.discovery.metadata.dpopSigningAlgorithms?.contains(algorithm) == true)
    }

    @Test("6: signature by the key of the header") func rejectsOtherSignature() throws {
        let other = try ProofSigner()
        rejects(try signer.sign(signer.claims(at: server.now), header: other.header))
        let proof = try signer.proof(at: server.now)
        rejects(String(proof.dropLast(4)) + (proof.hasSuffix("AAAA") ? "BBBB" : "AAAA"))
    }

    @Test("7: no private key", arguments: ["d", "p", "q", "k"]) func rejectsPrivateKey(member: String) throws {
        var header = try signer.header
        var key = try #require(header["jwk"]?.object)
        key[member] = "AQAB"
        header["jwk"] = .object(key)
        rejects(try signer.sign(signer.claims(at: server.now), header: header))
    }

    @Test("7: a public key") func rejectsMissingKey() throws {
        var header = try signer.header
        header["jwk"] = nil
        rejects(try signer.sign(signer.claims(at: server.now), header: header))
    }

    @Test("8: method", arguments: ["GET", "post", ""]) func rejectsOtherMethod(method: String) throws {
        var claims = signer.claims(at: server.now)
        claims["htm"] = .string(method)
        rejects(try signer.sign(claims))
    }

    @Test(
        "9: URI",
        arguments: [
            "http://id.example.com/oauth2/token", "https://evil.example.com/oauth2/token",
            "https://id.example.com:8443/oauth2/token", "https://id.example.com/oauth2/userinfo",
            "https://id.example.com/oauth2/token/", "https://id.example.com/OAuth2/token", "/oauth2/token",
            "https://id.example.com", "https://user@id.example.com/oauth2/token", "",
        ]
    )
    func rejectsOtherURI(uri: String) throws {
        var claims = signer.claims(at: server.now)
        claims["htu"] = .string(uri)
        rejects(try signer.sign(claims))
    }

    @Test(
        "9: normalized URI without query and fragment",
        arguments: [
            "https://id.example.com/oauth2/token?a=b", "https://id.example.com/oauth2/token#c",
            "https://id.example.com/oauth2/token?a=b#c", "HTTPS://ID.example.COM/oauth2/token",
            "https://id.example.com:443/oauth2/token", "https://id.example.com/%6Fauth2/t%6fken",
            "https://id.example.com/oauth2/./x/../token",
        ]
    )
    func acceptsEquivalentURI(uri: String) throws {
        var claims = signer.claims(at: server.now)
        claims["htu"] = .string(uri)
        #expect(error(try signer.sign(claims)) == nil)
    }

    @Test("10: nonce of the server") func requiresNonceOfServer() throws {
        let server = try ServerHarness.requiringNonces()
        let dpop = server.identity.dpop
        for nonce in [nil, "", "of another server"] {
            let proof = try signer.proof(nonce: nonce, at: server.now)
            let error = #expect(throws: OAuthError.self) {
                try dpop.key(provenBy: proof, at: TokenEndpoint.self)
            }
            #expect(error?.code == .useDPoPNonce)
            #expect(error?.status == .badRequest)
            let proven = try signer.proof(nonce: try #require(error?.dpopNonce), at: server.now)
            #expect(try dpop.key(provenBy: proven, at: TokenEndpoint.self)?.thumbprint == signer.thumbprint)
        }
    }

    @Test("11: time of creation", arguments: [-61, -3_600, 11, 60, 3_600])
    func rejectsProofOfOtherTime(offset: TimeInterval) throws {
        rejects(try signer.proof(at: server.now.addingTimeInterval(offset)))
    }

    /// FAPI 2.0 §5.3.2.1 requires that a clock may be ten seconds ahead.
    @Test("11: clock skew", arguments: [-60, -10, 0, 8, 10])
    func acceptsProofWithinWindow(offset: TimeInterval) throws {
        #expect(error(try signer.proof(at: server.now.addingTimeInterval(offset))) == nil)
    }

    @Test("12: access token and its key") func rejectsProofForOtherTokenOrKey() async throws {
        let client = try await server.addClient()
        let account = try await server.addAccount()
        let tokens = try await server.signIn(account, to: client, proving: signer)
        let other = try await server.signIn(account, to: client, proving: signer)
        let access = AuthorizationHeader.dpop(tokens.accessToken)
        for token in [nil, other.accessToken] {
            let proof = try signer.proof("GET", for: ProofSigner.userInfo, with: token, at: server.now)
            let error = try await oauthError { try await server.userInfo(access, proof: proof) }
            #expect(error.code == .invalidDPoPProof)
            #expect(error.status == .unauthorized)
        }
        let proof = try ProofSigner().proof("GET", for: ProofSigner.userInfo, with: tokens.accessToken, at: server.now)
        #expect(try await oauthError { try await server.userInfo(access, proof: proof) }.code == .invalidToken)
        let correct = try signer.proof("GET", for: ProofSigner.userInfo, with: tokens.accessToken, at: server.now)
        #expect(try await server.userInfo(access, proof: correct).subject == account.id.rawValue)
    }

    @Test func ignoresUnknownClaims() throws {
        var claims = signer.claims(at: server.now)
        for name in ["nbf", "exp", "aud", "ath", "nonce", "other"] { claims[name] = name == "ath" ? "x" : .null }
        claims["exp"] = 1
        claims["nbf"] = 1
        claims["other"] = ["a": 1]
        #expect(error(try signer.sign(claims)) == nil)
    }

    @Test(arguments: [0, 257, 4_000]) func rejectsIdentifierOfOtherLength(length: Int) throws {
        var claims = signer.claims(at: server.now)
        claims["jti"] = .string(String(repeating: "a", count: length))
        rejects(try signer.sign(claims))
    }
}
