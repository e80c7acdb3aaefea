import HTTPTypes

/// Cross-origin requests (Fetch §3.2) for what apps in a browser call directly.
///
/// Never for a page, never with cookies.
struct CORSPolicy: Sendable {
    /// Lets every origin read the answer, errors included; no cookie is looked at behind these endpoints.
    func allow(_ answer: HTTPAnswer) -> HTTPAnswer {
        var answer = answer
        answer.fields[.accessControlAllowOrigin] = "*"
        answer.fields[.accessControlExposeHeaders] = "WWW-Authenticate, Retry-After, X-Request-ID"
        return answer
    }

    /// The answer to a preflight: the fields that were asked for are allowed, whatever an app's library adds to its requests.
    func preflight(_ request: HTTPRequest, methods: Set<HTTPRequest.Method>) -> HTTPAnswer {
        var answer = allow(HTTPAnswer(status: .noContent))
        answer.fields[.accessControlAllowMethods] = methods.map(\.rawValue).sorted().joined(separator: ", ")
        answer.fields[.accessControlAllowHeaders] =
            request.headerFields[.accessControlRequestHeaders] ?? "Authorization, Content-Type"
        answer.fields[.accessControlMaxAge] = "600"
        answer.fields[.vary] = "Access-Control-Request-Headers"
        return answer
    }
}

extension HTTPRequest {
    /// The method that a preflight requests; `nil` for any other request.
    var preflightMethod: HTTPRequest.Method? {
        guard method == .options else { return nil }
        return headerFields[.accessControlRequestMethod].flatMap { HTTPRequest.Method($0) }
    }
}
