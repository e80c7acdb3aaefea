/// How the pages are shown (OpenID Connect Core §3.1.2.1).
public struct Display: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A full page.
    public static let page = Self(rawValue: "page")

    /// A pop-up window.
    public static let popup = Self(rawValue: "popup")

    /// A touch device.
    public static let touch = Self(rawValue: "touch")

    /// A feature phone.
    public static let wap = Self(rawValue: "wap")
}
