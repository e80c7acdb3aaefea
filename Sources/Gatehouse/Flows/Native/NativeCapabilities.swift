/// The steps after the first factor that an app supports on its own screens.
///
/// A server that requires an unsupported step lets the user sign in with the browser instead: the sign-in fails with
/// ``AuthErrorCode/browserRequired``.
public struct NativeCapabilities: OptionSet, Sendable, Hashable {
    /// The bits of the capabilities.
    public let rawValue: Int

    /// Creates capabilities from their bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The proof of a second factor: ``SignInStep/secondFactorRequired(_:)``.
    public static let secondFactor = Self(rawValue: 1 << 0)
    /// The enrolment of a second factor: ``SignInStep/enrolmentRequired(_:)``.
    public static let enrolment = Self(rawValue: 1 << 1)
}
