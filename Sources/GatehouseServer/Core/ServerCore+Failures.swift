import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire
import Logging

/// What fails behind an endpoint, in the endpoint's terms. Which failure it was is in the log, not in the answer.
extension ServerCore {
    /// Commits all changes, or none.
    ///
    /// - Returns: The position of the first change whose condition did not hold; `nil` when all were kept.
    func conflict(committing changes: [Change]) async throws(OAuthError) -> Int? {
        do {
            try await store.commit(changes)
            return nil
        } catch .conflict(let position) {
            return position
        } catch {
            throw failure(error)
        }
    }

    /// The key that signs new tokens.
    func signingKey(_ algorithm: SigningAlgorithm) async throws(OAuthError) -> SigningKey {
        do { return try await keyring.signingKey(algorithm) } catch { throw failure(error) }
    }

    /// The keys that tokens of this server are checked with.
    func checkingKeys() async throws(OAuthError) -> KeyringSnapshot {
        do { return try await keyring.snapshot() } catch { throw failure(error) }
    }

    /// Checks tokens that this server has signed.
    func verifier() async throws(OAuthError) -> TokenVerifier {
        do { return try await keyring.verifier() } catch { throw failure(error) }
    }

    /// The public keys whose tokens may be alive.
    func publicKeys() async throws(OAuthError) -> JSONWebKeySet {
        do { return try await keyring.publicKeys() } catch { throw failure(error) }
    }

    package func failure(_ error: StoreError) -> OAuthError {
        log("The store failed.", error)
        StoreWitness.note(error)
        faults.note(error, at: now)
        return switch error {
        case .unavailable, .exhausted, .corrupt: .busy
        case .conflict: .broken
        }
    }

    private func failure(_ error: KeyringError) -> OAuthError {
        log("The signing keys cannot be used.", error)
        if case .unreadable(let key) = error {
            faults.note(.corrupt("key \(key), sealed under another key file"), at: now)
        }
        return .busy
    }

    /// Notes what failed, under the identifier of the request that it was for.
    func log(_ message: String, _ error: any Error, _ more: Logger.Metadata = [:]) {
        var metadata = more
        metadata["error"] = "\(error)"
        metadata["request"] = RequestContext.current.map { "\($0.requestID)" }
        environment.logger.error("\(message)", metadata: metadata)
    }
}

extension StoreError {
    /// A session is older than a refresh token that was issued for it.
    static let setBack = StoreError.corrupt(
        "session.counter, which is behind a refresh token: the database was set back"
    )
}

extension OAuthError {
    /// It is likely to work in a moment.
    package static let busy = OAuthError(
        .temporarilyUnavailable,
        "The server cannot do its work just now. Try again in a few seconds.",
        retryAfter: .seconds(5)
    )

    /// Somebody has to mend something.
    package static let broken = OAuthError(
        .serverError,
        "Something is wrong inside the server. Its operator finds the cause in the log."
    )
}
