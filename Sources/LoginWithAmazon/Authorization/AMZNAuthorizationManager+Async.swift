import Foundation

extension AMZNAuthorizationManager {
    /// Signs somebody in, or finds out who is signed in.
    ///
    /// - Parameter request: What the app needs, and whether the person may be asked.
    /// - Returns: What the sign-in brought.
    /// - Throws: `NSError` of the domain ``kAMZNLWAErrorDomain``; with the code ``kAMZNLWAErrorUserInterrupted`` when the person
    ///   closed the page or never came back from the browser, and ``kAMZNLWAAccessDenied`` when they did not agree.
    public func authorize(_ request: AMZNAuthorizeRequest) async throws -> AMZNAuthorizeResult {
        switch await app.authorize(AuthorizationWish.reading(request)) {
        case .authorized(let authorization): return AMZNAuthorizeResult(authorization)
        case .cancelled(let failure), .failed(let failure): throw failure.error
        }
    }

    /// Signs the person out: on this device in any case, and at the server.
    ///
    /// - Throws: `NSError` of the domain ``kAMZNLWAErrorDomain`` when the device could not forget the session.
    public func signOut() async throws {
        if let failure = await app.signOut() { throw failure.error }
    }
}
