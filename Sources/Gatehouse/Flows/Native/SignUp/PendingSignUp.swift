package import Foundation

/// A sign-up on the app's own screens that has not come to its end, stored with the sessions in case the app's process ends.
package struct PendingSignUp: Sendable, Hashable, Codable {
    /// The step that waits for the person.
    package var saved: SavedSignUp
    /// Until when it may go on, by the server's clock.
    package var deadline: Date
}
