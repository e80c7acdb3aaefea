import Foundation
import GatehouseStore
import GatehouseWire

/// The browsers that users trust, in which a sign-in needs no second factor for a while.
struct BrowserTrust: Sendable {
    let store: any AccountReader
    let failures: FailureLog
    /// The time for which a browser is trusted, in seconds; `nil` if the operator does not offer it.
    let lifetime: TimeInterval?

    /// Returns whether the user trusts the browser.
    func includes(
        _ browser: BrowserContext?,
        of account: Account,
        at now: Date
    ) async throws(FlowError) -> Bool {
        guard lifetime != nil, let secret = browser?.device else { return false }
        let hash = OpaqueToken.hash(of: secret.reveal())
        do {
            return try await store.knownBrowsers(of: account.id).contains {
                $0.hash == hash && ($0.trustedUntil ?? now) > now
            }
        } catch {
            throw FlowError(failures.record(error))
        }
    }

    /// Returns the time until which a browser is trusted from now on; `nil` if the operator does not offer it.
    func end(from now: Date) -> Date? { lifetime.map(now.addingTimeInterval) }
}
