package import Foundation
import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire
import Logging
import Synchronization

/// Store and key operations that map failures to OAuth errors. The cause is logged, not disclosed to the caller.
extension ServerCore {
    /// Commits all changes, or none.
    ///
    /// - Returns: The position of the first change whose condition did not hold; `nil` if all changes were committed.
    func firstConflict(committing changes: [Change]) async throws(OAuthError) -> Int? {
        do {
            try await store.commit(changes)
            return nil
        } catch .conflict(let position) {
            return position
        } catch {
            throw oauthError(error)
        }
    }

    /// Returns the key that signs new tokens.
    func signingKey(_ algorithm: SigningAlgorithm) async throws(OAuthError) -> SigningKey {
        do { return try await keyring.signingKey(algorithm) } catch { throw oauthError(error) }
    }

    /// Returns the keys that verify this server's tokens.
    func verificationKeys() async throws(OAuthError) -> KeyringSnapshot {
        do { return try await keyring.snapshot() } catch { throw oauthError(error) }
    }

    /// Returns a verifier for tokens that this server signed.
    func verifier() async throws(OAuthError) -> JWSVerifier {
        do { return try await keyring.verifier() } catch { throw oauthError(error) }
    }

    /// Returns the public keys of all tokens that may still be valid.
    func publicKeys() async throws(OAuthError) -> JSONWebKeySet {
        do { return try await keyring.publicKeys() } catch { throw oauthError(error) }
    }

    package func oauthError(_ error: StoreError) -> OAuthError {
        log("store operation failed", error)
        StoreErrorRecorder.record(error)
        faults.record(error, at: now)
        return switch error {
        case .unavailable, .exhausted, .corrupt: .busy
        case .conflict: .broken
        }
    }

    private func oauthError(_ error: KeyringError) -> OAuthError {
        log("could not load signing keys", error)
        if case .unreadable(let key) = error {
            faults.record(.corrupt("key \(key), sealed under another key file"), at: now)
        }
        return .busy
    }

    /// Logs an error with the identifier of the current request.
    func log(_ message: String, _ error: any Error, _ more: Logger.Metadata = [:]) {
        var metadata = more
        metadata["error"] = "\(error)"
        metadata["request"] = RequestMetadata.current.map { "\($0.requestID)" }
        environment.logger.error("\(message)", metadata: metadata)
    }
}

extension StoreError {
    /// A session is older than a refresh token that was issued for it.
    static let rolledBack = StoreError.corrupt(
        "session.counter, which is behind a refresh token: the database was rolled back"
    )
}

extension OAuthError {
    /// A transient failure: a retry is likely to succeed.
    package static let busy = OAuthError(
        .temporarilyUnavailable,
        "The server is temporarily unavailable. Try again later.",
        retryAfter: .seconds(5)
    )

    /// An internal failure that requires the operator's attention.
    package static let broken = OAuthError(
        .serverError,
        "Internal server error."
    )
}

/// Records store errors that responses do not disclose.
///
/// Network callers get a generic error; the CLI shows the operator the recorded one.
package final class StoreErrorRecorder: Sendable {
    /// The recorder of the current task.
    @TaskLocal package static var current: StoreErrorRecorder?

    private let last = Mutex<StoreError?>(nil)

    package init() {}

    /// The last recorded error.
    package var failure: StoreError? { last.withLock { $0 } }

    /// Records an error in the current task's recorder.
    static func record(_ error: StoreError) { current?.last.withLock { $0 = error } }
}

/// A record of recent store faults: damaged records, or a state older than the tokens that this server has issued.
///
/// A request that meets a fault gets status 503, never the error for an invalid token, and the server reports that it
/// is not ready for a while.
package final class StoreFaults: Sendable {
    /// The number of seconds for which a fault makes the server not ready.
    package static let memory: TimeInterval = 60

    private let last = Mutex<(error: StoreError, date: Date)?>(nil)

    /// Records a store error if it is a fault.
    func record(_ error: StoreError, at now: Date) {
        guard case .corrupt = error else { return }
        last.withLock { $0 = (error, now) }
    }

    /// Returns the last fault within ``memory``.
    package func recent(at now: Date) -> StoreError? {
        guard let last = last.withLock({ $0 }), abs(now.timeIntervalSince(last.date)) < Self.memory else { return nil }
        return last.error
    }
}
