package import Foundation
package import GatehouseWire

/// A verified proof that the sender of a request possesses a private key (RFC 9449 §4).
///
/// Verification has no state. The caller compares the thumbprint with the token's binding, checks the nonce if it
/// requires one (``RotatingNonces``), and refuses proofs that were used before (``UsedProofs``).
package struct DPoPProof: Sendable, Hashable {
    /// The request that a proof is for.
    package struct Request: Sendable, Hashable {
        package let method: String
        package let uri: NormalizedURI
        /// The access token that the request carries.
        package let accessToken: Secret?

        package init(method: String, uri: NormalizedURI, accessToken: Secret? = nil) {
            self.method = method
            self.uri = uri
            self.accessToken = accessToken
        }
    }

    /// The accepted times of creation, relative to the current time (RFC 9449 §11.1).
    package struct Window: Sendable, Hashable {
        /// The maximum age of a proof in seconds.
        package var past: TimeInterval
        /// The seconds by which the sender's clock may be ahead.
        package var future: TimeInterval

        package init(past: TimeInterval = 60, future: TimeInterval = 30) {
            self.past = past
            self.future = future
        }
    }

    /// The maximum size of a proof in bytes.
    package static let limit = 8 * 1024
    /// The maximum length of an identifier in bytes (RFC 9449 §11.1).
    package static let maxIdentifierLength = 256
    /// The maximum length of an RSA modulus in base64url, 4096 bits: the sender selects the key, and with it the work.
    private static let maxModulusLength = 683

    /// The thumbprint of the sender's key: `jkt` of tokens that are bound to it (RFC 9449 §6.1).
    package let thumbprint: String
    /// The identifier, unique for each proof of a key.
    package let identifier: String
    /// The nonce of the server, if the proof has one.
    package let nonce: String?
    package let issuedAt: UnixTime

    /// Verifies the checks 2 to 9 and 11 of RFC 9449 §4.3, except those of the nonce.
    ///
    /// - Parameters:
    ///   - proof: The value of the field `DPoP`.
    ///   - request: The request as the server received it.
    ///   - algorithms: The accepted algorithms; only those with a public key can be verified.
    ///   - window: The accepted times of creation.
    ///   - now: The current time.
    /// - Throws: `DPoPError` for the first failed check.
    package init(
        verifying proof: String,
        for request: Request,
        algorithms: [SigningAlgorithm] = SigningAlgorithm.asymmetric,
        window: Window = Window(),
        now: Date
    ) throws(DPoPError) {
        let verified = try Self.verify(proof, algorithms: algorithms)
        let claims = verified.claims
        guard let thumbprint = verified.key.thumbprint else { throw .noPublicKey }
        guard !claims.identifier.isEmpty, claims.identifier.utf8.count <= Self.maxIdentifierLength else {
            throw .invalidIdentifier
        }
        guard claims.method == request.method else { throw .wrongMethod }
        guard NormalizedURI(claims.uri) == request.uri else { throw .wrongURI }
        let age = now.timeIntervalSince(claims.issuedAt.date)
        guard age <= window.past, age >= -window.future else { throw .outsideWindow }
        if let accessToken = request.accessToken {
            guard let hash = claims.accessTokenHash, ConstantTime.equal(hash, Self.hash(of: accessToken)) else {
                throw .wrongAccessToken
            }
        }
        self.thumbprint = thumbprint
        identifier = claims.identifier
        nonce = claims.nonce
        issuedAt = claims.issuedAt
    }

    /// Returns the key and the claims of a proof with a valid signature.
    private static func verify(
        _ proof: String,
        algorithms: [SigningAlgorithm]
    ) throws(DPoPError) -> (key: JSONWebKey, claims: Claims) {
        do {
            let token = try CompactJWS(
                Secret(proof),
                limit: limit,
                types: AcceptedTypes(.dpopProof),
                algorithms: algorithms
            )
            guard case .key(let key) = token.header.embeddedKey, (key.modulus?.utf8.count ?? 0) <= maxModulusLength,
                let verificationKey = VerificationKey(key)
            else { throw DPoPError.noPublicKey }
            guard verificationKey.isValid(token) else { throw JOSEError.invalidSignature }
            return (key, try token.verified(as: Claims.self).claims)
        } catch let error as JOSEError {
            throw .token(error)
        } catch {
            throw .noPublicKey
        }
    }

    /// Returns a new proof for a request.
    ///
    /// - Parameters:
    ///   - request: The request to send; with the access token for a resource, without one for the token endpoint.
    ///   - key: The client's key.
    ///   - identifier: Random text with at least 96 bits (RFC 9449 §4.2).
    ///   - nonce: The latest nonce of the server, if it sent one.
    ///   - now: The current time.
    /// - Returns: The value of the field `DPoP`.
    /// - Throws: `cryptoFailure` if the library cannot sign.
    package static func create(
        for request: Request,
        with key: SigningKey,
        identifier: String,
        nonce: String? = nil,
        now: Date
    ) throws(JOSEError) -> String {
        let claims = Claims(
            identifier: identifier,
            method: request.method,
            uri: request.uri.description,
            issuedAt: UnixTime(now),
            accessTokenHash: request.accessToken.map(hash),
            nonce: nonce
        )
        return try key.sign(claims, as: .dpopProof).reveal()
    }

    /// Returns the claim `ath` of an access token.
    private static func hash(of token: Secret) -> String {
        Base64URL.encode(SHA256Digest.of(token.reveal()))
    }

    /// The claims of a proof (RFC 9449 §4.2).
    private struct Claims: Sendable, Codable {
        let identifier: String
        let method: String
        let uri: String
        let issuedAt: UnixTime
        let accessTokenHash: String?
        let nonce: String?

        init(
            identifier: String,
            method: String,
            uri: String,
            issuedAt: UnixTime,
            accessTokenHash: String?,
            nonce: String?
        ) {
            self.identifier = identifier
            self.method = method
            self.uri = uri
            self.issuedAt = issuedAt
            self.accessTokenHash = accessTokenHash
            self.nonce = nonce
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: ClaimName.self)
            identifier = try container.decode(String.self, forKey: .tokenID)
            method = try container.decode(String.self, forKey: .httpMethod)
            uri = try container.decode(String.self, forKey: .httpURI)
            issuedAt = try container.decode(UnixTime.self, forKey: .issuedAt)
            accessTokenHash = try container.decodeIfPresent(String.self, forKey: .proofTokenHash)
            nonce = try container.decodeIfPresent(String.self, forKey: .nonce)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: ClaimName.self)
            try container.encode(identifier, forKey: .tokenID)
            try container.encode(method, forKey: .httpMethod)
            try container.encode(uri, forKey: .httpURI)
            try container.encode(issuedAt, forKey: .issuedAt)
            try container.encodeIfPresent(accessTokenHash, forKey: .proofTokenHash)
            try container.encodeIfPresent(nonce, forKey: .nonce)
        }
    }
}

/// The reason that a DPoP proof is invalid.
package enum DPoPError: Error, Sendable, Hashable {
    /// The format, type, algorithm, signature or a claim is invalid.
    case token(JOSEError)
    /// The header has no public key that fits the algorithm, or a private key.
    case noPublicKey
    /// The identifier is empty or too long.
    case invalidIdentifier
    /// The proof is for another method.
    case wrongMethod
    /// The proof is for another URI.
    case wrongURI
    /// The proof was created too long ago, or in the future.
    case outsideWindow
    /// The proof is for another access token, or for none.
    case wrongAccessToken
    /// The proof has no nonce, but must have one.
    case missingNonce
    /// The nonce is not a recent one.
    case expiredNonce
    /// The proof was used before.
    case alreadyUsed

    /// A description for the sender of the proof.
    package var message: String {
        switch self {
        case .token(.tooLong): "The DPoP proof is too long."
        case .token(.algorithmNotAllowed): "The algorithm of the DPoP proof is not supported."
        case .token(.wrongType): "The type of the DPoP proof must be dpop+jwt."
        case .token(.invalidSignature): "The signature of the DPoP proof is invalid."
        case .token(.invalidClaims(let detail)): "A claim of the DPoP proof is invalid: \(detail)"
        case .token: "The DPoP proof is malformed."
        case .noPublicKey: "The header of the DPoP proof must contain a public key for its algorithm."
        case .invalidIdentifier: "The claim jti of the DPoP proof is empty or too long."
        case .wrongMethod: "The claim htm of the DPoP proof does not match the method of the request."
        case .wrongURI: "The claim htu of the DPoP proof does not match the URI of the request."
        case .outsideWindow: "The DPoP proof was created too long ago or in the future."
        case .wrongAccessToken: "The claim ath of the DPoP proof does not match the access token."
        case .missingNonce: "The DPoP proof must contain the nonce of this response."
        case .expiredNonce: "The nonce of the DPoP proof has expired. Use that of this response."
        case .alreadyUsed: "The DPoP proof was already used. Each request requires a new one."
        }
    }
}
