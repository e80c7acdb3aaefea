import Foundation
package import GatehouseStore
import GatehouseWire
import HTTPTypes

/// Limits attempts at passwords, codes and other factors, emails and registrations, per account and network address and
/// across all nodes.
package final class AttemptLimiter: Sendable {
    private let limits: RateLimits
    private let store: any ChangeCommitter & CounterReader
    private let environment: ServerEnvironment
    private let masterKey: MasterKey
    private let log: LimitLog
    private let failures: FailureLog

    init(
        limits: RateLimits,
        store: any ChangeCommitter & CounterReader,
        environment: ServerEnvironment,
        masterKey: MasterKey,
        log: LimitLog,
        failures: FailureLog
    ) {
        self.limits = limits
        self.store = store
        self.environment = environment
        self.masterKey = masterKey
        self.log = log
        self.failures = failures
    }

    /// The subject of an attempt that is counted before it is verified.
    enum Subject: Sendable {
        /// The password of an account, for all of its identifiers together.
        case account(Account.ID)
        /// The password of an identifier without an account.
        case name(LoginIdentifier)
        /// The additional factors of an account, all together.
        case additionalFactors(of: Account.ID)
    }

    /// The subject that an incorrect code counts against, besides the network address.
    enum CodeSubject: Sendable {
        /// A verified address: its codes count together on all channels.
        case address(String)
        /// An address of one account, pending or its second factor: other codes for the address do not count.
        case claim(String, by: Account.ID)
        /// A flow that has no pending code, or never existed.
        case absent(FlowRecord.ID)
        /// The network address alone.
        case none
    }

    /// Records an attempt before the password or factor is verified.
    ///
    /// - Throws: ``ServiceFailure/rateLimited(retryAfter:)`` if the subject or the address has no attempts left.
    func recordAttempt(at subject: Subject, context: RequestMetadata) async throws(ServiceFailure) {
        let (rate, limit) = attempts(at: subject)
        let counted = [
            increment(key(of: subject), within: rate, limit: limit),
            context.address.flatMap {
                increment(failures($0), within: limits.failuresPerAddress, limit: .failuresPerAddress)
            },
        ].compactMap(\.self)
        try await commit(counted)
    }

    /// Records an attempt at the additional factors of an account before it is verified.
    ///
    /// - Throws: ``ServiceFailure/rateLimited(retryAfter:)`` if the account or the address has no attempts left.
    package func recordAttempt(
        atAdditionalFactorsOf account: Account.ID,
        context: RequestMetadata
    ) async throws(ServiceFailure) {
        try await recordAttempt(at: .additionalFactors(of: account), context: context)
    }

    /// Returns the changes that undo an attempt that was not made.
    func changesUndoingAttempt(at subject: Subject, context: RequestMetadata) -> [Change] {
        [.counter(.decrement(key: key(of: subject), at: environment.now))]
            + changesUndoingAddressAttempt(context: context)
    }

    /// Returns the changes that undo what ``recordAttempt(at:context:)`` counted against the address.
    ///
    /// Earlier failures remain: one correct password must not allow a hundred incorrect ones.
    func changesUndoingAddressAttempt(context: RequestMetadata) -> [Change] {
        context.address.map { [.counter(.decrement(key: failures($0), at: environment.now))] } ?? []
    }

    /// Returns the change that resets the failed attempts at a subject.
    func changeResettingAttempts(at subject: Subject) -> Change {
        .counter(.reset(key: key(of: subject)))
    }

    /// Returns the limit of a subject; the proof of an additional factor may be as short as a mailed code.
    private func attempts(at subject: Subject) -> (rate: RateLimits.Rate, limit: LimitName) {
        switch subject {
        case .account, .name: (limits.passwordFailuresPerAccount, .passwordFailuresPerAccount)
        case .additionalFactors: (limits.codeFailuresPerAccount, .codeFailuresPerAccount)
        }
    }

    /// Rejects a code before it is compared if the network address or the subject has no attempts left, so that even a
    /// correct code reveals nothing.
    ///
    /// - Throws: ``ServiceFailure/rateLimited(retryAfter:)``.
    func checkCodeAttempts(for subject: CodeSubject, context: RequestMetadata) async throws(ServiceFailure) {
        for (key, rate, limit) in codeFailures(subject, context) where rate.count > 0 {
            let counter: Counter?
            do { counter = try await store.counter(key, at: environment.now) } catch { throw failures.record(error) }
            if let counter, counter.count >= rate.count {
                log.log(limit, context: context, at: environment.now)
                throw .rateLimited(retryAfter: remaining(of: counter))
            }
        }
    }

    /// Returns unconditional changes that count an incorrect code.
    func changesRecordingWrongCode(for subject: CodeSubject, context: RequestMetadata) -> [Change] {
        codeFailures(subject, context).compactMap { key, rate, limit in
            rate.count > 0 ? increment(key, within: RateLimits.Rate(.max, per: rate.window), limit: limit)?.change : nil
        }
    }

    /// Returns the changes that reset a subject's incorrect codes after a correct one.
    ///
    /// Those of the network address remain.
    func changeResettingAttempts(for subject: CodeSubject) -> [Change] {
        [codes(subject).map { .counter(.reset(key: $0)) }].compactMap(\.self)
    }

    /// Returns the counters of an incorrect code.
    private func codeFailures(
        _ subject: CodeSubject,
        _ context: RequestMetadata
    ) -> [(key: String, rate: RateLimits.Rate, limit: LimitName)] {
        [
            codes(subject).map { ($0, limits.codeFailuresPerAccount, .codeFailuresPerAccount) },
            context.address.map { (failures($0), limits.failuresPerAddress, .failuresPerAddress) },
        ].compactMap(\.self)
    }

    /// Returns the changes that count a message to one recipient, requested from one network address.
    func changesReservingMail(
        to email: String,
        context: RequestMetadata,
        counted: MailQuotaUse = .nothing
    ) -> [ConditionalWrite] {
        guard counted != .all else { return [] }
        return [
            increment(mails(email), within: limits.mailsPerRecipient, limit: .mailsPerRecipient),
            counted == .sender ? nil : sender(context),
        ].compactMap(\.self)
    }

    /// Returns the changes that count a code that is sent as the second factor of an account.
    ///
    /// It is sent after the first factor only. Codes that anyone can request for the address do not count. A new
    /// password starts a new count: a thief of the old one must not prevent the reset, whose commit counts the next.
    func changesReservingMail(
        forSecondFactorOf account: Account,
        context: RequestMetadata
    ) -> [ConditionalWrite] {
        [
            increment(
                key("second-factor codes of account", "\(account.id) \(account.credentialsRevision)"),
                within: limits.mailsPerRecipient,
                limit: .mailsPerRecipient
            ),
            sender(context),
        ].compactMap(\.self)
    }

    /// Returns the changes that count a message that the user of an account sends to a new address, so that the account
    /// cannot send messages to any number of recipients.
    func changesReservingMail(requestedBy account: Account.ID) -> [ConditionalWrite] {
        [
            increment(
                key("mails to new addresses of account", account.rawValue),
                within: limits.mailsPerRecipient,
                limit: .mailsPerRecipient
            )
        ].compactMap(\.self)
    }

    /// Counts a registration before the work for it is done.
    ///
    /// - Throws: ``ServiceFailure/rateLimited(retryAfter:)``.
    func recordRegistration(_ context: RequestMetadata) async throws(ServiceFailure) {
        let counted = context.address.flatMap {
            increment(key("accounts from", $0), within: limits.accountsPerAddress, limit: .accountsPerAddress)
        }
        if let counted { try await commit([counted]) }
    }

    /// Counts the registration of an unverified client for its network address, before the work for it is done.
    ///
    /// - Throws: 429 if the network address has registered as many clients as it may.
    func recordClientRegistration(_ context: RequestMetadata) async throws(OAuthError) {
        let counted = context.address.flatMap {
            increment(
                key("clients from", $0),
                within: limits.registrationsPerAddress,
                limit: .registrationsPerAddress
            )
        }
        guard let counted else { return }
        do throws(ServiceFailure) { try await commit([counted]) } catch {
            guard case .rateLimited(let wait) = error else { throw OAuthError(error) }
            throw Self.tooManyClients(retryAfter: wait)
        }
    }

    /// Returns the change that counts an unverified client of any address, and the error if there are too many; `nil`
    /// without a limit.
    func unverifiedClientCount() -> (change: Change, error: OAuthError)? {
        let rate = limits.unverifiedClients
        return increment(key("unverified clients", ""), within: rate, limit: .unverifiedClients).map {
            ($0.change, Self.tooManyClients(retryAfter: rate.window))
        }
    }

    private static func tooManyClients(retryAfter wait: TimeInterval) -> OAuthError {
        OAuthError(
            .temporarilyUnavailable,
            "Too many clients were registered. Try again later.",
            status: .tooManyRequests,
            retryAfter: .seconds(wait.rounded(.up))
        )
    }

    private func sender(_ context: RequestMetadata) -> ConditionalWrite? {
        context.address.flatMap {
            increment(key("mails from", $0), within: limits.mailsPerAddress, limit: .mailsPerAddress)
        }
    }

    /// Counts an email in advance, against the requesting address only.
    ///
    /// - Throws: ``ServiceFailure/rateLimited(retryAfter:)``.
    func reserveSender(_ context: RequestMetadata) async throws(ServiceFailure) {
        if let counted = sender(context) { try await commit([counted]) }
    }

    /// Returns the changes that undo ``reserveSender(_:)``.
    func changesReleasingSender(_ context: RequestMetadata) -> [Change] {
        context.address.map { [.counter(.decrement(key: key("mails from", $0), at: environment.now))] } ?? []
    }

    /// Counts an email in advance, if composing it is expensive.
    ///
    /// - Throws: ``ServiceFailure/mailLimitReached(retryAfter:)`` for the recipient, or
    ///  ``ServiceFailure/rateLimited(retryAfter:)`` for the requesting address.
    func reserveMail(to email: String, context: RequestMetadata) async throws(ServiceFailure) {
        try await commit(changesReservingMail(to: email, context: context))
    }

    /// Returns the changes that release the quota of an email that was counted but not sent.
    func changesReleasingMail(to email: String, context: RequestMetadata) -> [Change] {
        [.counter(.decrement(key: mails(email), at: environment.now))] + changesReleasingSender(context)
    }

    /// Returns the change that marks an address as claimed by an account that it does not belong to.
    func changeClaiming(_ address: LoginIdentifier, until expiry: Date) -> Change {
        .counter(.increment(key: claims(address), limit: .max, at: environment.now, expiresAt: expiry))
    }

    /// Returns whether an address was claimed, and the code for it has not expired.
    func isClaimed(_ address: LoginIdentifier) async throws(ServiceFailure) -> Bool {
        do { return try await store.counter(claims(address), at: environment.now) != nil } catch {
            throw failures.record(error)
        }
    }

    private func claims(_ address: LoginIdentifier) -> String { key("claims of \(address.kind)", address.value) }

    /// Returns the failure for an exhausted counter, with the time until its window ends.
    func error(for change: ConditionalWrite) async -> ServiceFailure {
        guard case .counter(.increment(let key, _, let now, let end)) = change.change,
            case .limit(let limit) = change.onConflict
        else { return .internalError }
        log.log(limit, context: .current, at: environment.now)
        let counter: Counter?
        do { counter = try await store.counter(key, at: now) } catch { return failures.record(error) }
        let wait = counter.map(remaining) ?? end.timeIntervalSince(now)
        return switch limit {
        case .mailsPerRecipient: .mailLimitReached(retryAfter: wait)
        default: .rateLimited(retryAfter: wait)
        }
    }

    private func commit(_ counted: [ConditionalWrite]) async throws(ServiceFailure) {
        let conflict = try await store.firstConflict(committing: counted, recordingIn: failures)
        if let conflict { throw await error(for: counted[conflict]) }
    }

    private func remaining(of counter: Counter) -> TimeInterval {
        max(1, counter.expiresAt.timeIntervalSince(environment.now))
    }

    private func increment(
        _ key: String,
        within rate: RateLimits.Rate,
        limit: LimitName
    ) -> ConditionalWrite? {
        guard rate.count > 0 else { return nil }
        let now = environment.now
        return ConditionalWrite(
            .counter(
                .increment(key: key, limit: rate.count, at: now, expiresAt: now.addingTimeInterval(rate.window))
            ),
            onConflict: .limit(limit)
        )
    }

    private func key(of subject: Subject) -> String {
        switch subject {
        case .account(let id): key("password of account", id.rawValue)
        case .name(let name): key("password of \(name.kind)", name.value)
        case .additionalFactors(let id): key("additional factors of account", id.rawValue)
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
        masterKey.fingerprint(.counters, name, subject)
    }
}

/// The part of an email's quota that is already counted.
enum MailQuotaUse: String, Sendable, Codable {
    case nothing
    /// The requesting network address is counted.
    case sender
    /// The requesting network address and the recipient are counted.
    case all
}
