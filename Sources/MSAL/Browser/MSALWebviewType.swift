/// The kind of view for the server's pages.
///
/// It has no effect: pages always open in the user agent, on Apple's platforms the system's sign-in sheet. An embedded
/// view would let the app read the password (RFC 8252 §8.12).
public enum MSALWebviewType: Int, Sendable {
    /// The platform's default.
    case `default`
    /// The system's sign-in sheet.
    case authenticationSession
    #if !os(macOS)
    /// Safari's view within the app.
    case safariViewController
    #endif
    /// A web view of the app.
    case wkWebView
}
