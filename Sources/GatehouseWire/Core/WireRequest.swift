/// A request as its parameters carry it: the client writes them, the server reads them, both here.
package protocol WireRequest: Sendable {
    /// Reads the request.
    ///
    /// - Throws: `OAuthError` with the code that the endpoint's specification gives for a parameter that is missing,
    ///   doubled or malformed.
    init(parameters: Parameters) throws(OAuthError)

    /// The request as a form or query.
    var parameters: Parameters { get }
}
