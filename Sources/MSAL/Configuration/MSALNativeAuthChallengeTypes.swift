/// Ways of proving who somebody is that an app has pages for.
public struct MSALNativeAuthChallengeTypes: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Ways by their bits.
    ///
    /// - Parameter rawValue: The bits; unknown ones are kept.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A one-time code, sent by e-mail.
    public static let OOB = MSALNativeAuthChallengeTypes(rawValue: 1 << 0)
    /// A password.
    public static let password = MSALNativeAuthChallengeTypes(rawValue: 1 << 1)
}
