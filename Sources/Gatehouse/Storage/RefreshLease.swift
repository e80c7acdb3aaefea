package import Foundation

/// A turn to refresh that is stored with the session, for stores in which no lock ends with the process that took it.
///
/// It is taken by replacing what is stored, so only one can have it; and it runs out, as a process that is suspended or
/// killed cannot give it back. A lock of the system would be worse there: an app that is suspended while it holds one in
/// a container shared with others is killed.
package struct RefreshLease: Sendable, Hashable, Codable {
    /// How long a refresh may take, in seconds: longer than any request does.
    static let length: TimeInterval = 40

    /// Whose turn it is.
    package var holder: LeaseHolder
    /// Until when, by the server's clock.
    package var until: Date
    /// What it was taken for.
    package var intent: RefreshIntent
}
