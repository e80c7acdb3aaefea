import Crypto
import Foundation
import GatehouseJOSE
import GatehouseWire
import Synchronization

/// Access tokens whose signature was found good not long ago: one that comes with every request is checked once.
///
/// Nothing else is remembered of them. Whether a token has expired or was revoked is asked each time; no token is kept but its hash; and all are
/// forgotten when the keys are others.
final class VerifiedTokens: Sendable {
    private struct State {
        var keys: JSONWebKeySet?
        var recent: [Data: AccessTokenClaims] = [:]
        /// Those that were recent before that, so that what is in use outlives the rest.
        var earlier: [Data: AccessTokenClaims] = [:]
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// Remembers the latest so many tokens, and twice as many at most.
    init(capacity: Int = 4096) {
        self.capacity = capacity
    }

    /// How many tokens are remembered.
    var count: Int { state.withLock { $0.recent.count + $0.earlier.count } }

    /// The claims of an access token that one of the keys has signed; `nil` for anything else.
    func claims(of token: Secret, under keys: KeyringSnapshot) -> AccessTokenClaims? {
        let id = Data(SHA256.hash(data: Data(token.reveal().utf8)))
        let known = state.withLock { state in
            if state.keys != keys.published { state = State() }
            state.keys = keys.published
            return state.recent[id] ?? state.earlier[id]
        }
        guard let claims = known ?? Self.verify(token, keys.verifier) else { return nil }
        state.withLock { state in
            // Other keys since then: the next check decides.
            guard state.keys == keys.published, state.recent[id] == nil else { return }
            if state.recent.count >= capacity { (state.recent, state.earlier) = ([:], state.recent) }
            state.recent[id] = claims
        }
        return claims
    }

    private static func verify(_ token: Secret, _ verifier: TokenVerifier) -> AccessTokenClaims? {
        try? verifier.verify(token, as: AccessTokenClaims.self, kind: .accessToken, algorithms: [.es256]).claims
    }
}
