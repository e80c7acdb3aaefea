import Foundation
import GatehouseStore
import GatehouseWire

/// Notifies users of a requested reset of their factors, and cancels it.
struct FactorResetChanger: Sendable {
    /// The factors that a reset removes, or turns off as codes by mail and SMS; a sign-in with one proves that the user
    /// has not lost all of them.
    private static let removedFactors: Set<FactorName> = [
        .passkey, .authenticatorApp, .recoveryCode, .mailCode, .smsCode,
    ]

    let notifier: any AccountNotifying
    let audit: AuditLog
    let environment: ServerEnvironment

    /// Returns the writes that notify the user of a pending reset, each mail with a link that cancels it.
    func notice(
        _ notice: AccountNotice,
        of reset: FactorReset,
        to account: Account,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> [ConditionalWrite] {
        try notifier.notify(
            of: notice,
            account,
            reverting: nil,
            to: account.noticeEmails.map { NoticeRecipient(address: $0, link: .keepFactors) },
            detail: LocalizedDate(reset.dueAt, in: account.language ?? call.language).sentencePart,
            call
        )
    }

    /// Returns the account without its pending reset, with the writes that cancel it; `nil` if none is pending.
    func cancelling(_ account: Account, _ call: AccountRequest) throws(ServiceFailure) -> CancelledFactorReset? {
        guard account.factorReset != nil else { return nil }
        var next = account
        next.factorReset = nil
        next.updatedAt = environment.now
        next.revision += 1
        let event = audit.event(.factorResetCancelled, call.context, account: account.id, client: call.client.id)
        let notice = try notifier.notify(of: .factorResetCancelled, next, call)
        return CancelledFactorReset(
            account: next,
            writes: [ConditionalWrite(.account(.update(next))), ConditionalWrite(event)] + notice
        )
    }

    /// Returns the account without its pending reset after a sign-in with one of the factors; `nil` for other sign-ins.
    func cancelling(
        _ proof: FactorProof,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> CancelledFactorReset? {
        guard proof.factors.contains(where: { Self.removedFactors.contains($0.factor) }) else { return nil }
        return try cancelling(proof.account, call)
    }
}

/// The cancellation of a reset.
struct CancelledFactorReset: Sendable {
    /// The account without the reset.
    let account: Account
    let writes: [ConditionalWrite]
}
