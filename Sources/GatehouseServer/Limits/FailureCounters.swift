import Foundation
import GatehouseStore

/// Counts tries at passwords and codes, per account and per network address, where every node sees them.
package struct FailureCounters: Sendable {
    let core: ServerCore

    /// Counts a try at a password.
    ///
    /// - Throws: ``TransactionError/limited(retryAfter:)`` when the account or the address has used up its tries.
    func countTry(email: String, context: RequestContext) async throws(TransactionError) {
        let limits = core.settings.limits
        var changes = [increment("password", email, limits.passwordFailuresPerAccount)]
        if let address = context.address { changes.append(increment("failures", address, limits.failuresPerAddress)) }
        try await commit(changes.compactMap(\.self))
    }

    /// Counts a wrong code against the address it was typed at.
    func wrongCode(context: RequestContext) -> Guarded? {
        context.address.flatMap { increment("failures", $0, core.settings.limits.failuresPerAddress) }
    }

    /// Counts a mail to one recipient, asked for from one address.
    func mail(to email: String, context: RequestContext) -> [Guarded] {
        let limits = core.settings.limits
        let perAddress = context.address.flatMap { increment("mails from", $0, limits.mailsPerAddress) }
        return [increment("mails to", email, limits.mailsPerRecipient), perAddress].compactMap(\.self)
    }

    /// The changes that take an account's failed tries back.
    func forget(email: String) -> [Change] { [.counter(.reset(key: key("password", email)))] }

    private func increment(_ name: String, _ subject: String, _ rate: Limits.Rate) -> Guarded? {
        guard rate.count > 0 else { return nil }
        let now = core.now
        return Guarded(
            .counter(
                .increment(
                    key: key(name, subject),
                    limit: rate.count,
                    at: now,
                    expiresAt: now.addingTimeInterval(rate.window)
                )
            ),
            otherwise: .refuse(.limited(retryAfter: rate.window))
        )
    }

    private func commit(_ changes: [Guarded]) async throws(TransactionError) {
        do {
            try await core.store.commit(changes.map(\.change))
        } catch .conflict(let index) {
            if case .refuse(.limited(let window)) = changes[index].conflict {
                throw .limited(retryAfter: await remaining(of: changes[index].change, window: window))
            }
            throw .failed
        } catch {
            throw .failed
        }
    }

    /// How long until the window that is full ends.
    private func remaining(of change: Change, window: TimeInterval) async -> TimeInterval {
        guard case .counter(.increment(let key, _, let now, _)) = change,
            let counter = try? await core.store.counter(key, at: now)
        else { return window }
        return max(1, counter.expiresAt.timeIntervalSince(now))
    }

    private func key(_ name: String, _ subject: String) -> String {
        core.masterKey.fingerprint(.counters, name, subject)
    }
}
