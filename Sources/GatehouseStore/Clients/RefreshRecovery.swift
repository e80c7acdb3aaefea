/// The rule for which replaced refresh token is still answered (RFC 9700 §4.14.2).
package enum RefreshRecovery: String, Sendable, Codable, CaseIterable {
    /// The previous token, for a short time after its replacement.
    case immediate
    /// The previous token, at any time: the client journals each refresh before it sends it, and repeats it after a
    /// crash.
    case journalled
}
