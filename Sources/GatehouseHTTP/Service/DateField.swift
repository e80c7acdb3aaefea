import Foundation
import GatehouseWire
import Synchronization

/// What the field `Date` says, written once a second.
final class DateField: Sendable {
    private let latest = Mutex<(second: Int64, text: String)?>(nil)

    func text(at now: Date) -> String {
        let second = Int64(now.timeIntervalSince1970.rounded(.down))
        return latest.withLock { latest in
            if let latest, latest.second == second { return latest.text }
            let text = HTTPDate(now).text
            latest = (second, text)
            return text
        }
    }
}
