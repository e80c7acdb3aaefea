/// When ``AMZNAuthorizationManager/authorize(_:withHandler:)`` may show the sign-in page.
public enum AMZNInteractiveStrategy: UInt, Sendable {
    /// Only when no stored grant covers all scopes, or the server does not accept it any more.
    case auto = 0
    /// Never: what would need the page is an error with the code ``kAMZNLWAApplicationNotAuthorized``.
    case never = 1
    /// Always; what is stored on the device is dropped first.
    case always = 2
}
