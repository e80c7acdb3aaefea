import Foundation
package import GatehouseStore

/// Creates the notices to the user about changes of the account.
protocol AccountNotifying: Sendable {
    /// Returns the writes that enqueue a notice to each recipient.
    ///
    /// - Parameters:
    ///   - notice: The change.
    ///   - account: The account after the change.
    ///   - additions: The additions that the links revert; `nil` if there are none.
    ///   - recipients: The recipients and their links; by default the primary email address, for an urgent notice all
    ///     email addresses of the account.
    ///   - detail: The app, the device or the date that the notice names.
    ///   - call: The request.
    /// - Returns: Writes to commit with the change; empty without a recipient.
    /// - Throws: ``ServiceFailure/internalError`` if a message or link cannot be encoded.
    func notify(
        of notice: AccountNotice,
        _ account: Account,
        reverting additions: NoticedAdditions?,
        to recipients: [NoticeRecipient]?,
        detail: String?,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> [ConditionalWrite]
}

/// The additions of a change, which the link of its notice reverts.
///
/// They are written before the notice, so that their times do not tell them from older ones.
package struct NoticedAdditions: Sendable {
    /// The passkey or app, and the recovery codes.
    var credentials: [Credential] = []
    var addresses: [LoginIdentifier] = []
    /// Whether sign-ins required a second factor before.
    let requiredSecondFactor: Bool
}

extension NoticedAdditions {
    /// Creates the additions of a change of addresses.
    init(to account: Account, becoming next: Account) {
        self.init(
            addresses: next.identifiers.map { LoginIdentifier($0) }.filter { !account.hasIdentifier($0) },
            requiredSecondFactor: account.requiresSecondFactor
        )
    }
}

extension AccountNotifying {
    func notify(
        of notice: AccountNotice,
        _ account: Account,
        reverting additions: NoticedAdditions? = nil,
        detail: String? = nil,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> [ConditionalWrite] {
        try notify(of: notice, account, reverting: additions, to: nil, detail: detail, call)
    }
}

extension AccountNotifying {
    /// Returns the notices that an address was added: to the email addresses of the account, with links that remove it
    /// again, and to the new one.
    ///
    /// The new one gets no link, which could void the others.
    func notifyOfAddedAddress(
        _ address: LoginIdentifier,
        to account: Account,
        becoming next: Account,
        at now: Date,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> [ConditionalWrite] {
        let restorable = account.restorableAddresses(at: now)
        var recipients = account.noticeEmails.map { NoticeRecipient($0, restoring: restorable, after: next) }
        if let added = next.identifiers.first(where: { LoginIdentifier($0) == address }), added.kind == .email {
            recipients.append(NoticeRecipient(address: added, link: .none))
        }
        return try notify(
            of: .addressAdded,
            next,
            reverting: NoticedAdditions(to: account, becoming: next),
            to: recipients,
            detail: nil,
            call
        )
    }

    /// Returns the notice to the previous email address that this address or the phone number was replaced, with a link
    /// that restores it.
    func notifyOfReplacedAddress(
        of account: Account,
        becoming next: Account,
        at now: Date,
        _ call: AccountRequest
    ) throws(ServiceFailure) -> [ConditionalWrite] {
        let isReplaced = [AccountIdentifier.Kind.email, .phone].contains { kind in
            guard let old = account.identifier(kind) else { return false }
            return !next.identifiers.contains { $0.kind == kind && $0.value == old.value }
        }
        guard isReplaced, let email = account.email else { return [] }
        let recipient = NoticeRecipient(email, restoring: account.restorableAddresses(at: now), after: next)
        return try notify(
            of: .addressReplaced,
            next,
            reverting: NoticedAdditions(to: account, becoming: next),
            to: [recipient],
            detail: nil,
            call
        )
    }
}

/// The recipient of a notice.
struct NoticeRecipient: Sendable, Equatable {
    /// An email address of the account, or one that it had.
    let address: AccountIdentifier
    var link = Link.secure

    /// The link in the notice.
    enum Link: Sendable, Equatable {
        /// Ends all sessions, removes what was added, and begins a reset.
        case secure
        /// Ends all sessions and restores these addresses.
        case undo([AccountIdentifier])
        /// Cancels the reset of the factors.
        case keepFactors
        /// The recipient is no longer an address of the account, or has just become one.
        case none
    }
}

extension NoticeRecipient {
    /// Creates a recipient of a notice about changed addresses, whose link restores them if it can restore the
    /// recipient's own.
    init(_ email: AccountIdentifier, restoring addresses: [AccountIdentifier], after next: Account) {
        let isKept = next.identifiers.contains { LoginIdentifier($0) == LoginIdentifier(email) }
        self.init(address: email, link: addresses.contains(email) ? .undo(addresses) : isKept ? .secure : .none)
    }
}

extension Account {
    /// Returns the addresses that a notice of their change can restore.
    ///
    /// Addresses that were added within the lifetime of such a link are not among them unless there are no older ones:
    /// they may belong to an attacker.
    func restorableAddresses(at now: Date) -> [AccountIdentifier] {
        let addresses = identifiers.filter { $0.kind != .username }
        let earliest = addresses.map { $0.verifiedAt ?? createdAt }.min() ?? now
        let limit = max(earliest, now.addingTimeInterval(-AccountNotice.linkLifetime))
        return addresses.filter { ($0.verifiedAt ?? createdAt) <= limit }
    }

    /// The email addresses that urgent notices are sent to: the verified ones, and the primary one.
    package var noticeEmails: [AccountIdentifier] {
        identifiers.filter { $0.kind == .email && ($0.verifiedAt != nil || $0 == email) }
    }
}
