import GatehousePasswords
import GatehouseStore
import GatehouseWire

/// What fails behind a transaction, in the engine's terms. Which failure it was is in the log, not in the answer.
extension ServerCore {
    /// Commits, all or nothing.
    func commit(_ changes: [Change]) async throws(TransactionError) {
        do { try await store.commit(changes) } catch { throw failed(error) }
    }

    /// The account that a normalised address finds.
    func account(email: String) async throws(TransactionError) -> Account? {
        do { return try await store.account(.email, email) } catch { throw failed(error) }
    }

    /// The account that a name finds.
    func account(_ name: SignInName) async throws(TransactionError) -> Account? {
        do { return try await store.account(name.kind, name.value) } catch { throw failed(error) }
    }

    func failed(_ error: StoreError) -> TransactionError {
        log("The store failed.", error)
        faults.note(error, at: now)
        return switch error {
        case .unavailable, .exhausted, .corrupt: .unavailable
        case .conflict: .failed
        }
    }

    /// Returns the error for tokens that could not be issued.
    func failed(_ error: OAuthError) -> TransactionError {
        if error == .busy { return .unavailable }
        // `broken` was logged where it occurred.
        if error != .broken { log("tokens could not be issued", error) }
        return .failed
    }

    func failed(_ error: PasswordHashError) -> TransactionError {
        if case .overloaded(let retryAfter) = error {
            return .overloaded(retryAfter: Double(retryAfter.components.seconds))
        }
        log("A password could not be hashed.", error)
        return .failed
    }
}
