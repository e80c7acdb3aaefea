/// What apps of Kii's kind do, whichever door gave the token.
extension Scope {
    /// Changes and deletes the person's own account: names, addresses, password, profile.
    public static let account = Self(rawValue: "account")

    /// Manages the accounts of an app: for its administrator alone, never granted to people.
    public static let manageAccounts = Self(rawValue: "accounts:manage")
}
