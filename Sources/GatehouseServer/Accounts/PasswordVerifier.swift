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
        /// The change that takes the try back and forgets the failures before it.
        let counters: [Change]
        private let renewal: AccountChange

        /// Changes that have to go into the commit that acts on the match.
        package var changes: [Change] { counters + [.account(renewal)] }

        fileprivate init(account: Account, counters: [Change], renewal: AccountChange) {
            self.account = account
            self.counters = counters
            self.renewal = renewal
        }
    }

    let core: ServerCore

    /// Compares the password of whoever a name finds.
    ///
    /// The try is counted before the comparison and taken back after a right one, so that many tries at once cannot get past the
    /// limit together. An unknown name, an account without a password and a wrong password take the same time and give the same answer.
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
        return Match(account: account, counters: changes, renewal: await renew(account, password))
    }

    /// Replaces a hash of another cost by one of today's, now that the password is there in clear.
    ///
    /// Either change conflicts when the password was changed while this one was being compared: then it has to be compared again.
    /// A server with too much to do keeps the old hash until the next sign-in.
    private func renew(_ account: Account, _ password: Password) async -> AccountChange {
        guard let hash = account.passwordHash, core.hasher.needsRehash(hash),
            let renewed = try? await core.hasher.hash(password)
        else { return .unchanged(account.id, revision: account.revision) }
        var account = account
        account.passwordHash = renewed
        account.revision += 1
        return .update(account)
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
