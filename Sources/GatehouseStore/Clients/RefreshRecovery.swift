/// Which refresh tokens that were replaced already are still answered (RFC 9700 §4.14.2).
package enum RefreshRecovery: String, Sendable, Codable, CaseIterable {
    /// The one before the current, for a short time after its replacement.
    case immediate
    /// The one before the current, at any time: the client notes each refresh before it sends it, and repeats it after
    /// a crash.
    case journalled
}
