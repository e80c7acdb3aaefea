import GatehouseStore

/// Creates the notices to the user about changes of the account.
protocol AccountNotifying: Sendable {
    /// Returns the writes that enqueue a notice to each recipient.
    ///
    /// - Parameters:
    ///   - notice: The change.
    ///   - account: The account after the change.
    ///   - recipients: The recipients and their links; by default the primary email address.
    ///   - detail: The app, the device or the date that the notice names.
    ///   - call: The request.
    /// - Returns: Writes to commit with the change; empty without a recipient.
    /// - Throws: ``ServiceFailure/internalError`` if a message or link cannot be encoded.
    func notify(
        of notice: AccountNotice,
        _ account: Account,
        to recipients: [NoticeRecipient]?,
        detail: String?,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> [ConditionalWrite]
}

extension AccountNotifying {
    func notify(
        of notice: AccountNotice,
        _ account: Account,
        detail: String? = nil,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> [ConditionalWrite] {
        try notify(of: notice, account, to: nil, detail: detail, call)
    }
}

/// The recipient of a notice.
struct NoticeRecipient: Sendable, Equatable {
    /// An email address of the account, or one that it had.
    let address: AccountIdentifier
    /// The identifiers that the recipient can restore; `nil` for a link that ends all sessions.
    var restorable: [AccountIdentifier]?
}
