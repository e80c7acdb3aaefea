/// What Microsoft's libraries read from an ID token beyond OpenID Connect.
extension ClaimName {
    /// The account, the same for every client.
    public static let objectID = Self(rawValue: "oid")

    /// The tenant.
    public static let tenantID = Self(rawValue: "tid")

    /// The version of the token's form.
    public static let tokenVersion = Self(rawValue: "ver")
}
