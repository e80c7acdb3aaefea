package import Foundation

/// Writes to device authorizations.
package enum DeviceChange: Sendable, Equatable {
    /// Conflicts when the id exists, or the user code belongs to one that expires after this one's creation.
    case insert(DeviceAuthorization)
    /// Records that the device asked, and how long it has to wait now; does nothing when it does not exist.
    case poll(DeviceAuthorization.ID, at: Date, interval: Int)
    /// Conflicts unless it is pending and not redeemed.
    case decide(DeviceAuthorization.ID, DeviceAuthorization.Decision)
    /// Conflicts unless it is approved and not redeemed.
    case redeem(DeviceAuthorization.ID, at: Date)
}
