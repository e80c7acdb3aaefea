import GatehouseStore
import Logging

/// A change that becomes due at a time, such as the deletion of an account after its grace period.
struct DueChange: Sendable {
    /// The client that is named in notices.
    let client: Client
    /// The log event if an account could not be changed.
    let failure: Logger.Message
    let logger: Logger
}

extension AccountCommitter {
    /// Makes a due change to one account after another, as an administrator.
    ///
    /// - Parameters:
    ///   - due: The change.
    ///   - accounts: Reads the accounts for which it is due.
    ///   - change: Changes an account as it was read, and returns whether to count it. A conflict is not counted: the
    ///     user has acted at the same time, or another node has made the change.
    /// - Returns: The number of changed accounts.
    /// - Throws: The first ``AccountError`` of an account, after all others were tried.
    func make(
        _ due: DueChange,
        of accounts: () async throws(StoreError) -> [Account],
        change: (Account, AccountRequest) async throws(AccountError) -> Bool
    ) async throws(AccountError) -> Int {
        let found: [Account]
        do { found = try await accounts() } catch { throw AccountError(failures.record(error)) }
        let context = RequestMetadata(address: nil, requestID: "cleanup", actor: .job("cleanup"))
        var count = 0
        var failure: AccountError?
        for account in found {
            let call = AccountRequest(
                client: due.client,
                language: account.language ?? .english,
                authority: .administrator,
                context: context
            )
            do throws(AccountError) {
                if try await change(account, call) { count += 1 }
            } catch {
                due.logger.error(due.failure, metadata: ["account": "\(account.id)", "reason": "\(error)"])
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return count
    }
}
