/// What the server's pages are shown in.
///
/// This module shows them as its user agent does, which is the system's sign-in sheet on Apple's platforms, whatever is
/// chosen: an embedded view would let the app read the password (RFC 8252 §8.12).
public enum MSALWebviewType: Int, Sendable {
    /// What is best on the platform.
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
