import GatehouseJOSE
package import GatehouseWire

/// Looks up the server's keys, and maps failures to OAuth errors.
struct KeyLookup: Sendable {
    let keyring: Keyring
    let failures: FailureLog

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
