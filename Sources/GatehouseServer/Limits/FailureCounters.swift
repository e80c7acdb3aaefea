import Foundation
import GatehouseStore

/// Counts tries at passwords and codes, and mails, per account and per network address, where every node sees them.
package struct FailureCounters: Sendable {
    let core: ServerCore

    /// Whose passwords are tried.
    enum Subject: Sendable {
        /// A person, whichever of their names was typed.
        case account(Account.ID)
        /// A name that nobody has.
        case name(SignInName)
    }

    /// The subject that a wrong code counts against, besides the network address it came from.
    enum CodeSubject: Sendable {
        /// A proven address: its codes count together at all entry points.
        case address(String)
        /// An address that an account claims and has not proven: the codes of the address's owner do not count.
        case claim(String, by: Account.ID)
        /// A flow that does not wait for a code, or never existed.
        case absent(TransactionRecord.ID)
        /// The network address alone.
        case none
    }

    /// Counts a try at a password before it is made.
    ///
    /// - Throws: ``TransactionError/limited(retryAfter:)`` when the account or the address has used up its tries.
    func countTry(at subject: Subject, context: RequestContext) async throws(TransactionError) {
        let limits = core.settings.limits
        let counted = [
            increment(passwords(subject), limits.passwordFailuresPerAccount, .passwordFailuresPerAccount),
            context.address.flatMap { increment(failures($0), limits.failuresPerAddress, .failuresPerAddress) },
        ].compactMap(\.self)
        try await commit(counted)
    }

    /// The changes that take back a try that was never made.
    func takeBackTry(at subject: Subject, context: RequestContext) -> [Change] {
        [.counter(.decrement(key: passwords(subject), at: core.now))] + takeBackFailure(context: context)
    }

    /// The changes that take back what ``countTry(at:context:)`` counted against the address.
    ///
    /// Its earlier failures stay, or one right password would make room for a hundred wrong ones.
    func takeBackFailure(context: RequestContext) -> [Change] {
        context.address.map { [.counter(.decrement(key: failures($0), at: core.now))] } ?? []
    }

    /// The change that forgets an account's failures.
    func forget(_ account: Account.ID) -> Change { .counter(.reset(key: passwords(.account(account)))) }

    /// Refuses a code before it is compared when the network address or the subject has used up its attempts, so that
    /// even a right code reveals nothing.
    ///
    /// - Throws: ``TransactionError/limited(retryAfter:)``.
    func admitCode(for subject: CodeSubject, context: RequestContext) async throws(TransactionError) {
        for (key, rate, limit) in codeFailures(subject, context) where rate.count > 0 {
            let counter: Counter?
            do { counter = try await core.store.counter(key, at: core.now) } catch { throw core.failed(error) }
            if let counter, counter.count >= rate.count {
                core.noteRefusal(limit, context: context)
                throw .limited(retryAfter: remaining(of: counter))
            }
        }
    }

    /// Counts a wrong code; always holds, so that nothing else in its commit depends on it.
    func wrongCode(for subject: CodeSubject, context: RequestContext) -> [Change] {
        codeFailures(subject, context).compactMap { key, rate, limit in
            rate.count > 0 ? increment(key, Limits.Rate(.max, per: rate.window), limit)?.change : nil
        }
    }

    /// Returns the changes that reset a subject's wrong codes after a right one.
    ///
    /// Those that count against the network address stay.
    func forgetCodes(for subject: CodeSubject) -> [Change] {
        [codes(subject).map { .counter(.reset(key: $0)) }].compactMap(\.self)
    }

    /// What a wrong code counts against.
    private func codeFailures(
        _ subject: CodeSubject,
        _ context: RequestContext
    ) -> [(key: String, rate: Limits.Rate, limit: LimitName)] {
        let limits = core.settings.limits
        return [
            codes(subject).map { ($0, limits.codeFailuresPerAccount, .codeFailuresPerAccount) },
            context.address.map { (failures($0), limits.failuresPerAddress, .failuresPerAddress) },
        ].compactMap(\.self)
    }

    /// Returns the changes that count a message with a code to one recipient, asked for from one network address.
    func mail(to email: String, context: RequestContext, counted: MailCount = .nothing) -> [Guarded] {
        guard counted != .all else { return [] }
        return [
            increment(mails(email), core.settings.limits.mailsPerRecipient, .mailsPerRecipient),
            counted == .sender ? nil : sender(context),
        ].compactMap(\.self)
    }

    /// Counts an account that somebody makes, before the work for it is done.
    ///
    /// - Throws: ``TransactionError/limited(retryAfter:)``.
    func countAccount(_ context: RequestContext) async throws(TransactionError) {
        let limit = core.settings.limits.accountsPerAddress
        if let counted = context.address.flatMap({ increment(key("accounts from", $0), limit, .accountsPerAddress) }) {
            try await commit([counted])
        }
    }

    private func sender(_ context: RequestContext) -> Guarded? {
        context.address.flatMap {
            increment(key("mails from", $0), core.settings.limits.mailsPerAddress, .mailsPerAddress)
        }
    }

    /// Counts such a mail in advance against the address that asks for it, and nothing else of it.
    ///
    /// - Throws: ``TransactionError/limited(retryAfter:)``.
    func countSender(_ context: RequestContext) async throws(TransactionError) {
        if let counted = sender(context) { try await commit([counted]) }
    }

    /// The changes that take back what ``countSender(_:)`` has counted.
    func takeBackSender(_ context: RequestContext) -> [Change] {
        context.address.map { [.counter(.decrement(key: key("mails from", $0), at: core.now))] } ?? []
    }

    /// Counts such a mail in advance, where making it is dear.
    ///
    /// - Throws: ``TransactionError/mailsUsedUp(retryAfter:)`` for the recipient, or
    ///   ``TransactionError/limited(retryAfter:)`` for the address that asks.
    func countMail(to email: String, context: RequestContext) async throws(TransactionError) {
        try await commit(mail(to: email, context: context))
    }

    /// The changes that take back a mail that was counted and never sent.
    func takeBackMail(to email: String, context: RequestContext) -> [Change] {
        [.counter(.decrement(key: mails(email), at: core.now))] + takeBackSender(context)
    }

    /// What to say when the counter of a change was full: how long until its window ends.
    func refusal(of change: Guarded) async -> TransactionError {
        guard case .counter(.increment(let key, _, let now, let end)) = change.change,
            case .limit(let limit) = change.conflict
        else { return .failed }
        core.noteRefusal(limit)
        let counter: Counter?
        do { counter = try await core.store.counter(key, at: now) } catch { return core.failed(error) }
        let wait = counter.map(remaining) ?? end.timeIntervalSince(now)
        return switch limit {
        case .mailsPerRecipient: .mailsUsedUp(retryAfter: wait)
        default: .limited(retryAfter: wait)
        }
    }

    private func commit(_ counted: [Guarded]) async throws(TransactionError) {
        do {
            try await core.store.commit(counted.map(\.change))
        } catch .conflict(let index) {
            throw await refusal(of: counted[index])
        } catch {
            throw core.failed(error)
        }
    }

    private func remaining(of counter: Counter) -> TimeInterval {
        max(1, counter.expiresAt.timeIntervalSince(core.now))
    }

    private func increment(
        _ key: String,
        _ rate: Limits.Rate,
        _ limit: LimitName
    ) -> Guarded? {
        guard rate.count > 0 else { return nil }
        let now = core.now
        return Guarded(
            .counter(
                .increment(key: key, limit: rate.count, at: now, expiresAt: now.addingTimeInterval(rate.window))
            ),
            otherwise: .limit(limit)
        )
    }

    private func passwords(_ subject: Subject) -> String {
        switch subject {
        case .account(let id): key("password of account", id.rawValue)
        case .name(let name): key("password of \(name.kind)", name.value)
        }
    }

    private func codes(_ subject: CodeSubject) -> String? {
        switch subject {
        case .address(let address): key("codes", address)
        case .claim(let address, let account): key("codes of account \(account)", address)
        case .absent(let id): key("codes of flow", id.rawValue)
        case .none: nil
        }
    }

    /// Returns the key for the mails to a mailbox, which addresses with different plus tags share (RFC 5233).
    private func mails(_ recipient: String) -> String { key("mails to", Self.mailbox(of: recipient)) }

    private static func mailbox(of recipient: String) -> String {
        guard let at = recipient.lastIndex(of: "@"), let plus = recipient[..<at].firstIndex(of: "+"),
            plus > recipient.startIndex
        else { return recipient }
        return String(recipient[..<plus] + recipient[at...])
    }

    private func failures(_ address: String) -> String { key("failures", address) }

    private func key(_ name: String, _ subject: String) -> String {
        core.masterKey.fingerprint(.counters, name, subject)
    }
}
