package import Foundation
package import HTTPTypes

extension AuthorizationResponse {
    /// Reads the answer from the URL that the browser was sent to.
    ///
    /// The redirect URI is then the URL up to its query.
    ///
    /// - Throws: `WireError` when the URL holds neither a code nor an error, or one of them twice: then it is not an answer.
    package init(callback: URL) throws(WireError) {
        try self.init(callback: callback.absoluteString)
    }

    package init(body: Data, fields: HTTPFields) throws(WireError) {
        guard let location = fields[.location] else { throw WireError("The answer has no Location field.") }
        try self.init(callback: location)
    }

    private init(callback text: String) throws(WireError) {
        let whole = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = whole[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let redirectURI = RedirectURI(rawValue: String(parts[0])) else {
            throw WireError("The callback is not an absolute URL.")
        }
        let query = try Parameters(formEncoded: parts.count > 1 ? parts[1] : "")
        let fragment = try Parameters(formEncoded: whole.count > 1 ? whole[1] : "")
        let inQuery = query[.code] != nil || query[.error] != nil
        try self.init(
            parameters: inQuery ? query : fragment,
            redirectURI: redirectURI,
            mode: inQuery ? .query : .fragment
        )
    }

    /// Reads the answer from parameters, such as those a browser posted.
    ///
    /// - Throws: `WireError` when they hold neither a code nor an error, both, or one of them twice.
    package init(parameters: Parameters, redirectURI: RedirectURI, mode: ResponseMode) throws(WireError) {
        guard parameters.duplicates.isDisjoint(with: Self.names.map(\.rawValue)) else {
            throw WireError("The callback holds a parameter more than once.")
        }
        let outcome: Outcome
        switch (parameters[.code], parameters[.error]) {
        case (let code?, nil):
            outcome = .code(Secret(code))
        case (nil, let code?):
            outcome = .error(OAuthError(OAuthErrorCode(rawValue: code), parameters[.errorDescription] ?? ""))
        case (nil, nil):
            throw WireError("The callback holds neither a code nor an error.")
        default:
            throw WireError("The callback holds both a code and an error.")
        }
        self.init(
            redirectURI: redirectURI,
            mode: mode,
            outcome: outcome,
            state: parameters[.state],
            issuer: parameters[.issuer],
            scope: parameters[.scope].map { ScopeSet(Scope.list($0)) }
        )
    }

    private static let names: [ParameterName] = [.code, .error, .errorDescription, .state, .issuer]
}
