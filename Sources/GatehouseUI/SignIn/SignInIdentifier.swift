/// The identifiers that users can sign in with.
public enum SignInIdentifier: Sendable, Hashable {
    /// An email address.
    case email
    /// An email address or a phone number.
    case emailOrPhone
}
