import Foundation
package import GatehousePasswords
package import GatehouseStore

/// The one place where a password is compared, whichever door it came through, so that every door obeys the same counters.
///
/// An account has one counter, whichever of its names is typed; a name that nobody has counts by itself.
package struct PasswordVerifier: Sendable {
    /// A person and the password that is really theirs.
    ///
    /// Only this file makes one.
    package struct Match: Sendable {
        /// As it was read.
        package let account: Account
        private let condition: AccountChange

        /// The changes that go into the commit that acts on the match: it conflicts if the credentials have changed
        /// meanwhile.
        package var changes: [Change] { [.account(condition)] }

        fileprivate init(account: Account, condition: AccountChange) {
            self.account = account
            self.condition = condition
        }
    }

    let core: ServerCore

    /// Compares the password of whoever a name finds.
    ///
    /// The try is counted before the comparison and taken back after a right one, so that many tries at once cannot get past the
    /// limit together. It is taken back before the match is acted on: a right password never counts as a failure,
    /// even if the commit that follows fails. An unknown name, an account without a password and a wrong
    /// password take the same time and give the same answer.
    package func verify(
        _ name: SignInName,
        password: Password,
        client: Client.ID,
        context: RequestContext
    ) async throws(TransactionError) -> Match {
        let account = try await core.account(name)
        let subject = account.map { FailureCounters.Subject.account($0.id) } ?? .name(name)
        return try await verify(account, as: subject, password, client, context)
    }

    /// Compares the password of somebody who is known already.
    func verify(
        _ account: Account,
        password: Password,
        client: Client.ID,
        context: RequestContext
    ) async throws(TransactionError) -> Match {
        try await verify(account, as: .account(account.id), password, client, context)
    }

    private func verify(
        _ account: Account?,
        as subject: FailureCounters.Subject,
        _ password: Password,
        _ client: Client.ID,
        _ context: RequestContext
    ) async throws(TransactionError) -> Match {
        let counters = FailureCounters(core: core)
        try await counters.countTry(at: subject, context: context)
        let isRight: Bool
        do throws(TransactionError) {
            isRight = try await compare(password, with: account?.passwordHash)
        } catch {
            // Nothing was compared: a server with too much to do must not shut people out of their accounts.
            try await core.commit(counters.takeBackTry(at: subject, context: context))
            throw error
        }
        guard isRight, let account else {
            try await core.commit([
                core.audit(.signInFailed, context, account: account?.id, client: client, detail: "password")
            ])
            throw .wrongCredentials
        }
        let changes = [counters.forget(account.id)] + counters.takeBackFailure(context: context)
        guard !account.isDisabled else {
            let event = core.audit(.signInFailed, context, account: account.id, client: client, detail: "disabled")
            try await core.commit(changes + [event])
            throw .accountDisabled
        }
        try await core.commit(changes)
        return Match(account: account, condition: await condition(of: account, password))
    }

    /// Returns the condition that the credentials are the compared ones, with a hash of today's cost if theirs is of
    /// another.
    ///
    /// A server with too much to do keeps the old hash until the next sign-in.
    private func condition(of account: Account, _ password: Password) async -> AccountChange {
        guard let hash = account.passwordHash, core.hasher.needsRehash(hash),
            let renewed = try? await core.hasher.hash(password)
        else { return .unchanged(account.id, credentialsRevision: account.credentialsRevision) }
        return .rehash(account.id, renewed, credentialsRevision: account.credentialsRevision)
    }

    private func compare(_ password: Password, with hash: String?) async throws(TransactionError) -> Bool {
        do throws(PasswordHashError) {
            guard let hash else {
                try await core.hasher.verifyAgainstNothing(password)
                return false
            }
            return try await core.hasher.verify(password, against: hash)
        } catch {
            throw core.failed(error)
        }
    }
}
