#if canImport(ObjectiveC)
public import Foundation

/// The Objective-C form of ``CredentialsDelegate``.
@objc(CredentialsDelegate)
public protocol ObjCCredentialsDelegate: NSObjectProtocol {
    /// Corresponds to ``CredentialsDelegate/onAccessTokenRetrieveError(error:)``.
    @objc(onAccessTokenRetrieveErrorWithError:)
    @MainActor func onAccessTokenRetrieveError(error: RetrieveAccessTokenError)

    /// Corresponds to ``CredentialsDelegate/onAccessTokenRetrieveCompleted(result:)``.
    @objc(onAccessTokenRetrieveCompletedWithResult:)
    @MainActor optional func onAccessTokenRetrieveCompleted(result: MSALNativeAuthTokenResult)

    /// Corresponds to ``CredentialsDelegate/onAccessTokenRetrieveCompleted(accessToken:)``.
    @objc(onAccessTokenRetrieveCompletedWithAccessToken:)
    @MainActor optional func onAccessTokenRetrieveCompleted(accessToken: String)
}

final class CredentialsAdapter: DelegateAdapter<any ObjCCredentialsDelegate>, CredentialsDelegate {
    func onAccessTokenRetrieveError(error: RetrieveAccessTokenError) {
        target.onAccessTokenRetrieveError(error: error)
    }

    func onAccessTokenRetrieveCompleted(result: MSALNativeAuthTokenResult) {
        target.onAccessTokenRetrieveCompleted?(result: result) ?? OptionalMethod.isMissing(in: self)
    }

    func onAccessTokenRetrieveCompleted(accessToken: String) {
        target.onAccessTokenRetrieveCompleted?(accessToken: accessToken) ?? OptionalMethod.isMissing(in: self)
    }
}
#endif
