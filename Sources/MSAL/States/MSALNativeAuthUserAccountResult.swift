public import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseWire

/// A signed-in user, for whom access tokens can be retrieved.
public final class MSALNativeAuthUserAccountResult: NSObject, Sendable {
    private struct State: Sendable {
        var account: MSALAccount
        var idToken: String?
    }

    private let app: NativeAuthContext
    let session: Session
    private let state: Mutex<State>

    init(_ app: NativeAuthContext, _ signedIn: AccountSession) {
        self.app = app
        session = signedIn.session
        state = Mutex(State(account: app.account(signedIn), idToken: signedIn.idToken))
        super.init()
    }

    /// The account, as of the last token response.
    public var account: MSALAccount {
        get { state.withLock(\.account) }
        set { state.withLock { $0.account = newValue } }
    }

    /// The latest ID token.
    public var idToken: String? { state.withLock(\.idToken) }

    /// Removes the session from the device before returning, and revokes its tokens in the background.
    ///
    /// Errors are only logged: if the store cannot be written, the session has ended for this process, which retries
    /// until the change is stored. Microsoft's servers have no revocation endpoint.
    public func signOut() {
        app.signOut(session)
    }

    /// Retrieves an access token: the cached one if it is valid, otherwise a new one.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the request.
    ///   - delegate: The delegate to notify, called once.
    public func getAccessToken(
        parameters: MSALNativeAuthGetAccessTokenParameters,
        delegate: any CredentialsDelegate
    ) {
        let correlationID = app.correlationID(parameters.correlationId)
        let tokenParameters = TokenParameters.reading(parameters.scopes, parameters.claimsRequest)
        let (isForced, returnsRefreshToken) = (parameters.forceRefresh, parameters.returnRefreshToken)
        app.run("MSALNativeAuthUserAccountResult.getAccessToken", for: delegate) { [session] _ throws(AuthError) in
            try await TokenResult.of(
                session,
                try tokenParameters.get(),
                forcesRefresh: isForced,
                correlationID: correlationID
            )
        } then: { [self] result, delegate in
            switch result {
            case .success(let tokens):
                state.withLock { $0 = State(account: app.account(tokens.signedIn), idToken: tokens.signedIn.idToken) }
                deliver(tokens.result(withRefreshToken: returnsRefreshToken), to: delegate, correlationID)
            case .failure(let error):
                delegate.onAccessTokenRetrieveError(error: .of(error, correlationID))
            }
        }
    }

    /// Retrieves an access token for the default scopes.
    ///
    /// - Parameters:
    ///   - forceRefresh: Whether to request a new token although the cached one is valid.
    ///   - correlationId: The correlation ID for logs; generated if `nil`.
    ///   - delegate: The delegate to notify, called once.
    @available(*, deprecated, message: "Use getAccessToken(parameters:delegate:).")
    public func getAccessToken(
        forceRefresh: Bool = false,
        correlationId: UUID? = nil,
        delegate: any CredentialsDelegate
    ) {
        getAccessToken(parameters: .of(nil, forceRefresh: forceRefresh, correlationId), delegate: delegate)
    }

    /// Retrieves an access token.
    ///
    /// - Parameters:
    ///   - scopes: The scopes of the token. An empty array is an error.
    ///   - forceRefresh: Whether to request a new token although the cached one is valid.
    ///   - correlationId: The correlation ID for logs; generated if `nil`.
    ///   - delegate: The delegate to notify, called once.
    @available(*, deprecated, message: "Use getAccessToken(parameters:delegate:).")
    public func getAccessToken(
        scopes: [String],
        forceRefresh: Bool = false,
        correlationId: UUID? = nil,
        delegate: any CredentialsDelegate
    ) {
        guard !scopes.isEmpty else { return refuseNoScopes(app.correlationID(correlationId), delegate) }
        getAccessToken(parameters: .of(scopes, forceRefresh: forceRefresh, correlationId), delegate: delegate)
    }

    private func refuseNoScopes(_ correlationID: UUID, _ delegate: any CredentialsDelegate) {
        app.run("MSALNativeAuthUserAccountResult.getAccessToken", for: delegate) { _ throws(AuthError) in
        } then: { _, delegate in
            let failure = MSALFailure(.invalidScope, correlationID: correlationID)
            delegate.onAccessTokenRetrieveError(error: RetrieveAccessTokenError(failure))
        }
    }

    /// Tries the method of version 1.4 and later, then that of version 1.3.
    @MainActor private func deliver(
        _ result: MSALNativeAuthTokenResult,
        to delegate: any CredentialsDelegate,
        _ correlationID: UUID
    ) {
        let isImplemented = OptionalMethod.call("onAccessTokenRetrieveCompleted(result:)", of: delegate) {
            delegate.onAccessTokenRetrieveCompleted(result: result)
        }
        guard !isImplemented else { return }
        let reply = DelegateReply(to: delegate) { (error: RetrieveAccessTokenError) in
            delegate.onAccessTokenRetrieveError(error: error)
        }
        reply("onAccessTokenRetrieveCompleted(accessToken:)", correlationID) {
            delegate.onAccessTokenRetrieveCompleted(accessToken: result.accessToken)
        }
    }
}

extension MSALNativeAuthGetAccessTokenParameters {
    fileprivate static func of(
        _ scopes: [String]?,
        forceRefresh: Bool,
        _ correlationId: UUID?
    ) -> MSALNativeAuthGetAccessTokenParameters {
        let parameters = MSALNativeAuthGetAccessTokenParameters()
        parameters.scopes = scopes
        parameters.forceRefresh = forceRefresh
        parameters.correlationId = correlationId
        return parameters
    }
}

extension RetrieveAccessTokenError {
    /// Creates the error; the core reports rejected scopes by the server's error code only.
    fileprivate static func of(_ error: AuthError, _ correlationID: UUID) -> RetrieveAccessTokenError {
        var failure = MSALFailure(error, kinds: kinds, correlationID: correlationID)
        if error.response?.error == OAuthErrorCode.invalidScope.rawValue { failure.kind = .invalidScope }
        if error.response?.errorNumbers.contains(EntraErrorNumber.mfaRequired) == true, let text = error.serverText {
            failure.message = "Multi-factor authentication is required. \(text)"
        }
        return RetrieveAccessTokenError(failure)
    }
}

/// The delegate of an access token request.
///
/// One of its methods is called, once.
public protocol CredentialsDelegate: AnyObject {
    /// Tells the delegate that no access token was retrieved.
    ///
    /// - Parameter error: The error.
    @MainActor func onAccessTokenRetrieveError(error: RetrieveAccessTokenError)

    /// Tells the delegate that an access token was retrieved.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameter result: The token.
    @MainActor func onAccessTokenRetrieveCompleted(result: MSALNativeAuthTokenResult)

    /// Tells the delegate that an access token was retrieved, with the signature of version 1.3.
    ///
    /// The other method takes precedence.
    ///
    /// Optional. Without it, the error method of this delegate is called instead.
    ///
    /// - Parameter accessToken: The token.
    @MainActor func onAccessTokenRetrieveCompleted(accessToken: String)
}

extension CredentialsDelegate {
    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameter result: The token.
    @MainActor public func onAccessTokenRetrieveCompleted(result: MSALNativeAuthTokenResult) {
        OptionalMethod.isMissing(in: self)
    }

    /// Reports that the delegate does not implement this optional method.
    ///
    /// - Parameter accessToken: The token.
    @MainActor public func onAccessTokenRetrieveCompleted(accessToken: String) {
        OptionalMethod.isMissing(in: self)
    }
}
