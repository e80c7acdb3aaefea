/// How an authorization ended: in exactly one of three ways.
enum AuthorizationOutcome: Sendable {
    case authorized(Authorization)
    /// The person closed the page, did not agree, never came back from the browser, or a newer authorization took this one's place.
    case cancelled(LoginFailure)
    case failed(LoginFailure)
}
