package import Foundation

/// Writes to authorization codes.
package enum CodeChange: Sendable, Equatable {
    /// Conflicts when the id exists.
    case insert(AuthorizationCode)
    /// Spends the code for the session named. Conflicts when it does not exist or is spent already.
    case redeem(AuthorizationCode.ID, session: Session.ID, at: Date)
}
