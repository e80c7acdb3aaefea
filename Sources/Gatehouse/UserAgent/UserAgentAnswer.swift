public import Foundation

/// How a visit to the server's pages ended.
public enum UserAgentAnswer: Sendable, Hashable {
    /// The browser was sent to this URL.
    case redirect(URL)
    /// The person closed the page, or the visit expects no redirect and the page was shown.
    case closed
}
