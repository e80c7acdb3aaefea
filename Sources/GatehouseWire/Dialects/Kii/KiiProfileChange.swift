/// What becomes of a member when a user is changed.
package enum KiiProfileChange: Sendable, Hashable {
    /// It was not mentioned.
    case keep
    /// It was `null`.
    case remove
    case set(String)
}
