import Foundation
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseWire
import HTTPTypes

/// The key to prove in a request, and the access token that the request carries (RFC 9449 §4.2).
struct RequestProof: Sendable {
    let key: ProofKey
    /// The access token; `nil` for a request to the authorization server.
    var accessToken: Secret?
}

/// Signs the DPoP proofs of requests, with the latest nonces of their servers (RFC 9449 §4.2, §8, §9).
struct ProofSigner: Sendable {
    let nonces: ProofNonces
    let clock: ServerClock
    let randomBytes: @Sendable (Int) -> [UInt8]

    /// Returns a new proof for one attempt to send a request: servers accept each proof once.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - proof: The key and the access token.
    /// - Returns: The value of the field `DPoP`.
    /// - Throws: `interactionRequired` if the key cannot be used; `misconfigured` if the request has no valid URL.
    func sign(_ request: HTTPRequest, with proof: RequestProof) throws(AuthError) -> String {
        guard let uri = request.normalizedURI else {
            throw .misconfigured("The URL of the request is not valid.")
        }
        do throws(JOSEError) {
            return try DPoPProof.create(
                for: .init(method: request.method.rawValue, uri: uri, accessToken: proof.accessToken),
                with: try proof.key.signingKey,
                identifier: Base64URL.encode(randomBytes(16)),
                nonce: nonces.nonce(for: uri.origin, ofResource: proof.accessToken != nil),
                now: clock.now
            )
        } catch {
            throw .unusableProofKey
        }
    }

    /// Remembers the nonce of a response, which any response may renew (RFC 9449 §8.2).
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request.
    ///   - isResource: Whether the request carried an access token: a server may have other nonces for resources.
    func rememberNonce(of response: HTTPResponse, to request: HTTPRequest, ofResource isResource: Bool) {
        guard let nonce = response.headerFields[.dpopNonce], let uri = request.normalizedURI else { return }
        nonces.remember(nonce, of: uri.origin, ofResource: isResource)
    }
}

/// The latest nonces of servers, in memory: a server sends one to a client that has none.
final class ProofNonces: Sendable {
    /// The maximum number of nonces; all are forgotten when it is reached.
    private static let limit = 64
    /// The maximum length of a nonce in bytes; longer ones are ignored.
    private static let maximumLength = 1024

    private struct Key: Hashable {
        let origin: String
        let isResource: Bool
    }

    private let nonces = Mutex<[Key: String]>([:])

    func nonce(for origin: String, ofResource isResource: Bool) -> String? {
        nonces.withLock { $0[Key(origin: origin, isResource: isResource)] }
    }

    func remember(_ nonce: String, of origin: String, ofResource isResource: Bool) {
        guard !nonce.isEmpty, nonce.utf8.count <= Self.maximumLength else { return }
        nonces.withLock {
            if $0.count >= Self.limit { $0 = [:] }
            $0[Key(origin: origin, isResource: isResource)] = nonce
        }
    }
}

extension HTTPResponse {
    /// Whether the request is to be repeated with the nonce of the response (RFC 9449 §9).
    var requiresProofNonce: Bool {
        headerFields[.dpopNonce] != nil
            && proofChallenges.contains { challenge in
                challenge.parameters[ParameterName.error.rawValue] == OAuthErrorCode.useDPoPNonce.rawValue
            }
    }

    /// Whether the server supports DPoP (RFC 9449 §7.1).
    var offersDPoP: Bool { headerFields[.dpopNonce] != nil || !proofChallenges.isEmpty }

    private var proofChallenges: [HTTPChallenge] {
        HTTPChallenge.list(parsing: headerFields[.wwwAuthenticate] ?? "")
            .filter { $0.scheme == WWWAuthenticate.Scheme.dpop.rawValue.lowercased() }
    }
}

extension HTTPRequest {
    /// The URL of the request in normal form.
    var normalizedURI: NormalizedURI? {
        guard let scheme, let authority else { return nil }
        return NormalizedURI("\(scheme)://\(authority)\(path ?? "/")")
    }
}

extension AuthError {
    /// The error for a key that cannot sign, so that no request was sent.
    static var unusableProofKey: AuthError {
        var error = AuthError(
            .interactionRequired,
            "The key of the session cannot be used. Try again; if it stays unusable, let the user sign in.",
            recovery: .signInAgain
        )
        error.wasNeverSent = true
        return error
    }
}
