import Foundation
package import GatehousePasswords
package import GatehouseStore
package import GatehouseWire

/// Verifies passwords and counts failed attempts, for all channels.
///
/// An account has one counter for all of its identifiers; an unknown identifier has a counter of its own.
package final class PasswordVerifier: Factor {
    package static let name = FactorName(rawValue: "password")
    package static let kind = FactorKind.knowledge
    package static let method = AMR.password

    /// An account whose password was verified.
    ///
    /// Only `PasswordVerifier` creates matches.
    package struct Match: Sendable {
        /// The account as it was read.
        package let account: Account
        private let condition: AccountChange

        /// Changes for the commit that acts on the match; they conflict if the credentials have changed since.
        package var changes: [Change] { [.account(condition)] }

        /// Returns the proof of the user's identity at the time of a sign-in.
        func proof(at now: Date) -> FactorProof {
            let proven = PasswordVerifier.proven(at: now)
            return FactorProof(account: account, factors: [proven], changes: changes + [proven.use(of: account.id)])
        }

        fileprivate init(account: Account, condition: AccountChange) {
            self.account = account
            self.condition = condition
        }
    }

    private let accounts: AccountFinder
    private let store: any ChangeCommitter
    private let hasher: PasswordHasher
    private let attemptLimiter: AttemptLimiter
    private let audit: AuditLog
    private let failures: FailureLog

    init(
        accounts: AccountFinder,
        store: any ChangeCommitter,
        hasher: PasswordHasher,
        attemptLimiter: AttemptLimiter,
        audit: AuditLog,
        failures: FailureLog
    ) {
        self.accounts = accounts
        self.store = store
        self.hasher = hasher
        self.attemptLimiter = attemptLimiter
        self.audit = audit
        self.failures = failures
    }

    /// Verifies the password of the account with a login identifier.
    ///
    /// Counts the attempt before the comparison and undoes it after a match, so that concurrent attempts cannot exceed
    /// the limit together. Undoes it before the caller acts on the match: a correct password never counts as a failure,
    /// even if the following commit fails. An unknown identifier, an account without a password and an incorrect
    /// password take the same time and result in the same error, as does an account that is being deleted unless the
    /// caller offers to keep it (`acceptsDeletion`).
    package func verify(
        _ name: LoginIdentifier,
        password: Password,
        client: Client.ID,
        context: RequestMetadata,
        acceptsDeletion: Bool = false
    ) async throws(PasswordCheckError) -> Match {
        var account = try await PasswordCheckError.wrapping(async: await accounts.account(named: name))
        if !acceptsDeletion, account?.deletion != nil { account = nil }
        let subject = account.map { AttemptLimiter.Subject.account($0.id) } ?? .name(name)
        return try await verify(account, as: subject, password: password, client: client, context: context)
    }

    /// Verifies the password of a known account.
    func verify(
        _ account: Account,
        password: Password,
        client: Client.ID,
        context: RequestMetadata
    ) async throws(PasswordCheckError) -> Match {
        try await verify(account, as: .account(account.id), password: password, client: client, context: context)
    }

    private func verify(
        _ account: Account?,
        as subject: AttemptLimiter.Subject,
        password: Password,
        client: Client.ID,
        context: RequestMetadata
    ) async throws(PasswordCheckError) -> Match {
        try await PasswordCheckError.wrapping(async: await attemptLimiter.recordAttempt(at: subject, context: context))
        let isCorrect: Bool
        do throws(PasswordCheckError) {
            isCorrect = try await compare(password, with: account?.passwordHash)
        } catch {
            // Nothing was compared: an overloaded server must not exhaust the attempts of its users.
            try await commit(attemptLimiter.changesUndoingAttempt(at: subject, context: context))
            throw error
        }
        guard isCorrect, let account else {
            try await commit([
                audit.event(.signInFailed, context, account: account?.id, client: client, detail: "password")
            ])
            throw .wrongCredentials
        }
        let changes =
            [attemptLimiter.changeResettingAttempts(at: .account(account.id))]
            + attemptLimiter.changesUndoingAddressAttempt(context: context)
        guard !account.isDisabled else {
            let event = audit.event(.signInFailed, context, account: account.id, client: client, detail: "disabled")
            try await commit(changes + [event])
            throw .accountDisabled
        }
        try await commit(changes)
        return Match(account: account, condition: await condition(of: account, password))
    }

    /// Returns the condition that the credentials are the verified ones, with a new hash if its cost parameters have
    /// changed.
    ///
    /// If the server is overloaded, the old hash remains until the next sign-in.
    private func condition(of account: Account, _ password: Password) async -> AccountChange {
        guard let hash = account.passwordHash, hasher.needsRehash(hash),
            let renewed = try? await hasher.hash(password)
        else { return .requireRevision(account.id, credentialsRevision: account.credentialsRevision) }
        return .rehash(account.id, renewed, credentialsRevision: account.credentialsRevision)
    }

    private func compare(_ password: Password, with hash: String?) async throws(PasswordCheckError) -> Bool {
        do throws(PasswordHashError) {
            guard let hash else {
                try await hasher.verifyDummy(password)
                return false
            }
            return try await hasher.verify(password, against: hash)
        } catch {
            throw .failure(failures.record(error))
        }
    }

    private func commit(_ changes: [Change]) async throws(PasswordCheckError) {
        do { try await store.commit(changes) } catch { throw .failure(failures.record(error)) }
    }
}

/// The reason that a password was not accepted.
package enum PasswordCheckError: Error, Sendable, Equatable {
    /// The identifier or the password is incorrect.
    case wrongCredentials
    case accountDisabled
    /// The password was not compared, or the result could not be stored.
    case failure(ServiceFailure)
}

extension PasswordCheckError: ServiceFailureWrapping {
    init(_ failure: ServiceFailure) { self = .failure(failure) }
}
