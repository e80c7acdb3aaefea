/// Shows the server's pages to the person and brings the answer back.
///
/// The library has one for each platform; an app brings its own to show pages in another way, for example to open the
/// browser itself and pass the redirect to ``GatehouseClient/handle(_:)`` later. Such an agent suspends until it is
/// cancelled, which happens as soon as that redirect has come.
public protocol UserAgent: Sendable {
    /// Shows a page and waits for the redirect that ends the visit.
    ///
    /// The page goes away when the task is cancelled; what is returned then does not matter.
    ///
    /// - Parameter visit: What to show, and how to know the redirect.
    /// - Returns: The redirect, or that the person closed the page.
    /// - Throws: ``AuthError`` when no page could be shown.
    func present(_ visit: UserAgentVisit) async throws(AuthError) -> UserAgentAnswer
}
