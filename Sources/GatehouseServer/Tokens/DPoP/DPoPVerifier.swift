import Foundation
import GatehouseConcurrency
import GatehouseJOSE
package import GatehouseWire
import HTTPTypes

/// A key whose possession the sender of a request has proven (RFC 9449 §4.3).
package struct ProvenKey: Sendable, Hashable {
    /// The thumbprint of the public key (RFC 7638).
    package let thumbprint: String
}

/// Verifies the DPoP proofs of requests (RFC 9449 §4.3), each of which is accepted once.
package final class DPoPVerifier: Sendable {
    /// The accepted algorithms, in the order of preference: those of FAPI 2.0 §5.4.1.
    package static let algorithms: [SigningAlgorithm] = [.es256, .edDSA, .ps256]

    /// The accepted times of creation: FAPI 2.0 §5.3.2.1 requires ten seconds for a clock that is ahead.
    static let window = DPoPProof.Window(past: 60, future: 10)

    private let issuer: String
    /// The issuer without its path, so that `htu` depends on no field of the request.
    private let origin: String
    private let requiresNonce: Bool
    private let nonces: DPoPNonces
    private let environment: ServerEnvironment
    /// The proofs that this node has accepted; other nodes do not know them.
    private let used: Mutex<UsedProofs>

    /// Creates a verifier without used proofs.
    ///
    /// - Parameters:
    ///   - settings: The issuer, and whether nonces are required.
    ///   - masterKey: The key file.
    ///   - environment: The clock.
    ///   - rememberedProofs: The maximum number of remembered proofs, by default a million in each window.
    init(
        settings: ServerSettings,
        masterKey: MasterKey,
        environment: ServerEnvironment,
        rememberedProofs: Int = 1 << 21
    ) {
        issuer = settings.issuer
        origin = String(settings.issuer.dropLast(settings.issuerPath.count))
        requiresNonce = settings.requiresDPoPNonce
        nonces = DPoPNonces(masterKey: masterKey)
        self.environment = environment
        used = Mutex(UsedProofs(window: Self.window, capacity: rememberedProofs))
    }

    /// Returns the key that a request to an endpoint of the authorization server proves; `nil` without a proof.
    ///
    /// - Parameters:
    ///   - proof: The value of the field `DPoP`; several fields are joined by commas.
    ///   - endpoint: The endpoint.
    /// - Returns: The key.
    /// - Throws: `invalid_dpop_proof`, `use_dpop_nonce`, or `temporarily_unavailable` if the proof cannot be
    ///   remembered.
    package func key<E: Endpoint>(provenBy proof: String?, at endpoint: E.Type) throws(OAuthError) -> ProvenKey? {
        guard let proof else { return nil }
        let request = try request(E.method, issuer + E.path)
        return try verify(proof, for: request, at: .authorizationServer)
    }

    /// Returns the key that a request to a protected resource proves.
    ///
    /// - Parameters:
    ///   - proof: The value of the field `DPoP`; `nil` without a proof.
    ///   - method: The method of the request.
    ///   - target: The path of the request, which starts with that of the issuer, and its query, which is ignored.
    ///   - token: The access token of the request.
    /// - Returns: The key.
    /// - Throws: `invalid_dpop_proof`, `use_dpop_nonce`, or `temporarily_unavailable` if the proof cannot be
    ///   remembered.
    func key(
        provenBy proof: String?,
        method: HTTPRequest.Method,
        target: String,
        accessToken token: Secret
    ) throws(OAuthError) -> ProvenKey {
        guard let proof else { throw Self.missing }
        return try verify(proof, for: try request(method, origin + target, with: token), at: .resourceServer)
    }

    /// Returns the nonce to send in the response to a request with a proof; `nil` if none is required.
    package func nonce(afterProof proof: String?, of party: DPoPNonces.Party) -> String? {
        guard proof != nil, requiresNonce else { return nil }
        return nonces.current(of: party, at: environment.now)
    }

    private func request(
        _ method: HTTPRequest.Method,
        _ uri: String,
        with token: Secret? = nil
    ) throws(OAuthError) -> DPoPProof.Request {
        guard let uri = NormalizedURI(uri) else { throw Self.invalid(DPoPError.wrongURI.message) }
        return DPoPProof.Request(method: method.rawValue, uri: uri, accessToken: token)
    }

    private func verify(
        _ text: String,
        for request: DPoPProof.Request,
        at party: DPoPNonces.Party
    ) throws(OAuthError) -> ProvenKey {
        guard !text.utf8.contains(UInt8(ascii: ",")) else {
            throw Self.invalid("Only one DPoP proof may be sent per request.")
        }
        let now = environment.now
        let proof: DPoPProof
        do {
            proof = try DPoPProof(
                verifying: text,
                for: request,
                algorithms: Self.algorithms,
                window: Self.window,
                now: now
            )
        } catch {
            throw Self.invalid(error.message)
        }
        if requiresNonce { try check(proof.nonce, of: party, at: now) }
        let key = UsedProofs.Key(proof, for: request)
        switch used.withLock({ $0.insert(key, at: now) }) {
        case .inserted: return ProvenKey(thumbprint: proof.thumbprint)
        case .alreadyUsed: throw Self.invalid(DPoPError.alreadyUsed.message)
        case .full: throw .busy
        }
    }

    private func check(_ nonce: String?, of party: DPoPNonces.Party, at now: Date) throws(OAuthError) {
        do throws(DPoPError) { try nonces.check(nonce, of: party, at: now) } catch {
            var refusal = OAuthError(.useDPoPNonce, error.message)
            refusal.dpopNonce = nonces.current(of: party, at: now)
            throw refusal
        }
    }

    /// The error for a request without a required proof.
    static let missing = invalid("A DPoP proof is required.")

    private static func invalid(_ description: String) -> OAuthError {
        OAuthError(.invalidDPoPProof, description)
    }
}

extension ProvenKey {
    /// Returns the thumbprint that an authorization code is bound to: that of the request, or of the key that a pushed
    /// request proves (RFC 9449 §10.1).
    ///
    /// - Parameters:
    ///   - requested: The parameter `dpop_jkt`.
    ///   - key: The proven key.
    /// - Returns: The thumbprint; `nil` if the code is bound to no key.
    /// - Throws: `invalid_dpop_proof` if both are present and differ.
    package static func binding(
        requested: String?,
        provenBy key: ProvenKey?
    ) throws(OAuthError) -> String? {
        guard let requested, let key else { return requested ?? key?.thumbprint }
        guard requested == key.thumbprint else {
            throw OAuthError(
                .invalidDPoPProof,
                "\(ParameterName.dpopKeyThumbprint) does not match the key of the DPoP proof."
            )
        }
        return requested
    }
}
