/// What a sign-in ends with.
public enum AMZNAuthorizationGrantType: UInt, Sendable {
    /// An access token, which is stored and refreshed on the device.
    case token = 0
    /// A code that the app's own server redeems; nothing is stored on the device.
    case code = 1
}
