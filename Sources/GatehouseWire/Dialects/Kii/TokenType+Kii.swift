extension TokenType {
    /// As Kii writes it; some clients send it back as the scheme of `Authorization`.
    package static let kiiBearer = Self(rawValue: "bearer")
}
