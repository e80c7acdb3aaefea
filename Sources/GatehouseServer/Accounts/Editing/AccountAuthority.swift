package import Foundation

/// The authority on which an account is changed.
package enum AccountAuthority: Sendable, Hashable {
    /// The user of the account, in a session that began with a sign-in at that time.
    case user(signedInAt: Date)
    /// The app's administrator.
    case administrator
    /// A copy of the app, which proves nothing: the operation takes a proof of its own.
    case app
}
