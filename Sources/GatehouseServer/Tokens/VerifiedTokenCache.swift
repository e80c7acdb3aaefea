import Crypto
import Foundation
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseWire

/// A cache of access tokens whose signatures were verified: a token that is sent with every request is verified once.
///
/// Only the signature is remembered: expiration and revocation are checked every time, and rejected tokens are verified
/// again. The cache stores hashes of tokens with their claims, and is cleared when the keys change.
final class VerifiedTokenCache: Sendable {
    private struct Generation {
        var claims: [SHA256.Digest: AccessTokenClaims] = [:]
        /// The total length of the tokens in bytes, to which the size of their claims is proportional.
        var bytes = 0

        mutating func remove(_ id: SHA256.Digest, length: Int) {
            if claims.removeValue(forKey: id) != nil { bytes -= length }
        }
    }

    private struct State {
        var keys: JSONWebKeySet?
        var recent = Generation()
        /// The previous generation, so that tokens in use outlive the others.
        var earlier = Generation()
    }

    private let capacity: Int
    private let byteLimit: Int
    private let state = Mutex(State())

    /// Creates a cache with two generations.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of tokens in each generation.
    ///   - byteLimit: The maximum length of all tokens in each generation.
    init(capacity: Int = 16_384, byteLimit: Int = 16 * 1024 * 1024) {
        self.capacity = capacity
        self.byteLimit = byteLimit
    }

    /// The number of cached tokens and their length in bytes.
    var size: (tokens: Int, bytes: Int) {
        state.withLock { state in
            (state.recent.claims.count + state.earlier.claims.count, state.recent.bytes + state.earlier.bytes)
        }
    }

    /// Returns the claims of an access token signed with one of the keys; `nil` for anything else, also if a cached
    /// token has expired.
    func claims(of token: Secret, under keys: KeyringSnapshot, at now: Date) -> AccessTokenClaims? {
        let bytes = Data(token.reveal().utf8)
        let id = SHA256.hash(data: bytes)
        let known = state.withLock { state in
            if state.keys != keys.published { state = State() }
            state.keys = keys.published
            return state.recent.claims[id] ?? state.earlier.claims[id]
        }
        guard let claims = known ?? Self.verify(token, keys.verifier) else { return nil }
        let hasEnded = claims.expiresAt.date <= now
        state.withLock { state in
            // The keys have changed since.
            guard state.keys == keys.published else { return }
            if hasEnded {
                state.recent.remove(id, length: bytes.count)
                state.earlier.remove(id, length: bytes.count)
            } else if state.recent.claims[id] == nil, bytes.count <= byteLimit {
                insert(claims, as: id, length: bytes.count, into: &state)
            }
        }
        return hasEnded ? nil : claims
    }

    private func insert(
        _ claims: AccessTokenClaims,
        as id: SHA256.Digest,
        length: Int,
        into state: inout State
    ) {
        if state.recent.claims.count >= capacity || state.recent.bytes + length > byteLimit {
            (state.recent, state.earlier) = (Generation(), state.recent)
        }
        state.recent.claims[id] = claims
        state.recent.bytes += length
    }

    private static func verify(_ token: Secret, _ verifier: JWSVerifier) -> AccessTokenClaims? {
        try? verifier.verify(
            token,
            as: AccessTokenClaims.self,
            kind: .accessToken,
            algorithms: Set(Keyring.algorithms)
        ).claims
    }
}
