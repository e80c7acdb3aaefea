/// What else an app has pages for; without a capability that is needed, a server answers that the browser is.
public struct MSALNativeAuthCapabilities: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int

    /// Capabilities by their bits.
    ///
    /// - Parameter rawValue: The bits; unknown ones are kept.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The app can ask for a second factor.
    public static let mfaRequired = MSALNativeAuthCapabilities(rawValue: 1 << 0)
    /// The app can have a person register a second factor.
    public static let registrationRequired = MSALNativeAuthCapabilities(rawValue: 1 << 1)
}
