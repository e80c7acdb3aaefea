extension TokenType {
    /// RFC 6750 as Login with Amazon spells it, and as its clients compare it.
    public static let amazonBearer = Self(rawValue: "bearer")
}
