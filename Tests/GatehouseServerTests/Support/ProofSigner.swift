import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

/// An app's key, with which it signs DPoP proofs, correct ones and others.
struct ProofSigner: Sendable {
    static let tokenEndpoint = ServerHarness.issuer + "/oauth2/token"
    static let userInfo = ServerHarness.issuer + "/oauth2/userinfo"

    let key: SigningKey
    let thumbprint: String

    init(_ algorithm: SigningAlgorithm = .es256) throws {
        key = try SigningKey.generate(algorithm)
        thumbprint = try #require(key.publicJWK.thumbprint)
    }

    /// Returns a correct proof with a random identifier.
    func proof(
        _ method: String = "POST",
        for uri: String = tokenEndpoint,
        with token: Secret? = nil,
        nonce: String? = nil,
        at now: Date
    ) throws -> String {
        try DPoPProof.create(
            for: DPoPProof.Request(method: method, uri: try #require(NormalizedURI(uri)), accessToken: token),
            with: key,
            identifier: UUID().uuidString,
            nonce: nonce,
            now: now
        )
    }

    /// Returns the claims of a correct proof for the token endpoint.
    func claims(at now: Date) -> [String: JSONValue] {
        [
            "jti": .string(UUID().uuidString), "htm": "POST", "htu": .string(Self.tokenEndpoint),
            "iat": .integer(Int64(now.timeIntervalSince1970)),
        ]
    }

    /// The header of a correct proof.
    var header: [String: JSONValue] {
        get throws {
            let essential = try #require(key.publicJWK.essential)
            let key = try JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(essential))
            return ["typ": "dpop+jwt", "alg": .string(self.key.algorithm.rawValue), "jwk": key]
        }
    }

    /// Returns the signed form of a header and claims.
    func sign(_ claims: [String: JSONValue], header: [String: JSONValue]? = nil) throws -> String {
        let header = try header ?? self.header
        let input = [header, claims].map { Base64URL.encode(JSONCoding.encode(JSONValue.object($0))) }
            .joined(separator: ".")
        return input + "." + Base64URL.encode(try key.signature(for: Data(input.utf8)))
    }
}
