import Foundation
import GatehouseJOSE
import GatehouseThreads
package import GatehouseWire

/// Looks up the server's keys and signs with them, and maps failures to OAuth errors.
struct KeyLookup: Sendable {
    let keyring: Keyring
    let failures: FailureLog
    /// The threads of RSA signatures: half of the processors, which work off a full queue in a tenth of a second.
    var threads = ThreadPool(
        name: "sign",
        threads: max(1, ProcessInfo.processInfo.activeProcessorCount / 2),
        queueLimit: 128
    )

    /// Returns a token that is signed with the current key of an algorithm.
    ///
    /// - Throws: `temporarily_unavailable` if there is no key or too many RSA signatures wait, or `server_error`.
    func sign(
        _ claims: some Encodable & Sendable,
        as kind: JWTType,
        with algorithm: SigningAlgorithm
    ) async throws(OAuthError) -> Secret {
        try await withKey(algorithm) { key throws(JOSEError) in try key.sign(claims, as: kind) }
    }

    /// Returns the signature of bytes, by the current key of an algorithm.
    ///
    /// - Throws: As ``sign(_:as:with:)``.
    func signature(for bytes: Data, with algorithm: SigningAlgorithm) async throws(OAuthError) -> Data {
        try await withKey(algorithm) { key throws(JOSEError) in try key.signature(for: bytes) }
    }

    /// Signs with the current key of an algorithm.
    ///
    /// An RSA signature takes most of a millisecond, in which an event loop would serve no other request.
    private func withKey<Signature: Sendable>(
        _ algorithm: SigningAlgorithm,
        _ sign: @escaping @Sendable (SigningKey) throws(JOSEError) -> Signature
    ) async throws(OAuthError) -> Signature {
        let key = try await signingKey(algorithm)
        do {
            guard algorithm == .rs256 || algorithm == .ps256 else { return try sign(key) }
            return try await threads.run { Result { () throws(JOSEError) in try sign(key) } }.get()
        } catch is WorkRejection {
            throw .busy
        } catch {
            throw .broken
        }
    }

    /// Returns the key that signs new tokens.
    func signingKey(_ algorithm: SigningAlgorithm) async throws(OAuthError) -> SigningKey {
        do { return try await keyring.signingKey(algorithm) } catch { throw mapped(error) }
    }

    /// Returns the keys that verify this server's tokens.
    func verificationKeys() async throws(OAuthError) -> KeyringSnapshot {
        do { return try await keyring.snapshot() } catch { throw mapped(error) }
    }

    /// Returns the public keys of all tokens that may still be valid.
    func publicKeys() async throws(OAuthError) -> JSONWebKeySet {
        do { return try await keyring.publicKeys() } catch { throw mapped(error) }
    }

    private func mapped(_ error: KeyringError) -> OAuthError { OAuthError(failures.record(error)) }
}

extension FailureLog {
    /// Records that the signing keys could not be loaded, and returns the failure.
    fileprivate func record(_ error: KeyringError) -> ServiceFailure {
        log("could not load signing keys", error)
        if case .unreadable(let key) = error { recordFault("key \(key), sealed under another key file") }
        return .unavailable
    }
}

/// The key set endpoint `/oauth2/keys` (RFC 7517 §5).
///
/// Includes retired keys until their last token has expired.
package struct KeySetHandler: Sendable {
    let keys: KeyLookup

    /// Returns the public keys.
    package func keySet() async throws(OAuthError) -> JSONWebKeySet {
        try await keys.publicKeys()
    }
}
