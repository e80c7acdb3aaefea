import Foundation
import GatehouseStore

extension Date {
    /// Whole days since 1970, by which sessions are found that may have expired; never above those of a later date.
    var day: Int64 { milliseconds / 86_400_000 }
}
