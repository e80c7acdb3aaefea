package import Foundation
package import GatehouseStore

extension Account {
    /// What it takes to shut the person out, which ends everything they are signed in to, or to let them in again.
    ///
    /// - Parameters:
    ///   - isDisabled: Whether they are shut out from now on.
    ///   - now: When.
    /// - Returns: Changes to commit together; they conflict when the account has changed since it was read.
    package func changes(disabling isDisabled: Bool, at now: Date) -> [Change] {
        var next = self
        next.disabledAt = isDisabled ? now : nil
        next.updatedAt = now
        next.revision += 1
        guard isDisabled else { return [.account(.update(next))] }
        return [
            .account(.update(next)),
            .session(.endAll(account: id, reason: .administrator, at: now)),
            .browserSession(.endAll(account: id, at: now)),
        ]
    }
}
