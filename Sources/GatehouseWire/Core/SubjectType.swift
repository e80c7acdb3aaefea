/// Whether clients see one subject identifier or one each (OpenID Connect Core §8).
public struct SubjectType: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same for every client.
    public static let `public` = Self(rawValue: "public")

    /// A different one for each sector.
    public static let pairwise = Self(rawValue: "pairwise")
}
