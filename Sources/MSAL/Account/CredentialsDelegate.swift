/// Hears whether there is an access token: one of its methods is called, once.
public protocol CredentialsDelegate: AnyObject {
    /// There is no access token.
    ///
    /// - Parameter error: Why.
    @MainActor func onAccessTokenRetrieveError(error: RetrieveAccessTokenError)

    /// There is an access token.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameter result: The token.
    @MainActor func onAccessTokenRetrieveCompleted(result: MSALNativeAuthTokenResult)

    /// There is an access token, as version 1.3 spells it; the other spelling goes first.
    ///
    /// Optional: without it, the error method of this delegate is called instead.
    ///
    /// - Parameter accessToken: The token.
    @MainActor func onAccessTokenRetrieveCompleted(accessToken: String)
}

extension CredentialsDelegate {
    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameter result: The token.
    @MainActor public func onAccessTokenRetrieveCompleted(result: MSALNativeAuthTokenResult) {
        OptionalMethod.isMissing(in: self)
    }

    /// Takes the place of a method that the delegate does not have.
    ///
    /// - Parameter accessToken: The token.
    @MainActor public func onAccessTokenRetrieveCompleted(accessToken: String) {
        OptionalMethod.isMissing(in: self)
    }
}
