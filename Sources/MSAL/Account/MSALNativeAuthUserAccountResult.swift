public import Foundation
import Gatehouse
import GatehouseWire
import Synchronization

/// A person who is signed in, with the means to get access tokens.
public final class MSALNativeAuthUserAccountResult: NSObject, Sendable {
    private struct State: Sendable {
        var account: MSALAccount
        var idToken: String?
    }

    private let app: NativeApp
    private let session: Session
    private let state: Mutex<State>

    init(_ app: NativeApp, _ signedIn: SignedIn) {
        self.app = app
        session = signedIn.session
        state = Mutex(State(account: app.account(signedIn), idToken: signedIn.idToken))
        super.init()
    }

    /// Who it is, as was known when the last access token was got.
    public var account: MSALAccount {
        get { state.withLock(\.account) }
        set { state.withLock { $0.account = newValue } }
    }

    /// The newest ID token.
    public var idToken: String? { state.withLock(\.idToken) }

    /// Signs the person out: what is stored is gone when this returns, and the server is told afterwards.
    ///
    /// What goes wrong is logged and nothing else: where the store cannot be written now, the session is over for this process all the same,
    /// which tries again until it is stored. A server of Microsoft's is not told, because it has no way to hear of it.
    public func signOut() {
        app.signOut(session)
    }

    /// Gets an access token: the one at hand if it is good for that, a new one otherwise.
    ///
    /// - Parameters:
    ///   - parameters: Which one.
    ///   - delegate: Hears whether there is one, once.
    public func getAccessToken(
        parameters: MSALNativeAuthGetAccessTokenParameters,
        delegate: any CredentialsDelegate
    ) {
        let correlationID = app.correlationID(parameters.correlationId)
        let wish = TokenWish.reading(parameters.scopes, parameters.claimsRequest)
        let (isForced, returnsRefreshToken) = (parameters.forceRefresh, parameters.returnRefreshToken)
        app.run("MSALNativeAuthUserAccountResult.getAccessToken", for: delegate) { [session] _ throws(AuthError) in
            try await Tokens.of(session, try wish.get(), isFresh: isForced, correlationID)
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

    /// Gets an access token for no scopes in particular.
    ///
    /// - Parameters:
    ///   - forceRefresh: Whether to get a new one although the one at hand is good.
    ///   - correlationId: Tells the call in the logs; made up when there is none.
    ///   - delegate: Hears whether there is one, once.
    @available(*, deprecated, message: "Use getAccessToken(parameters:delegate:).")
    public func getAccessToken(
        forceRefresh: Bool = false,
        correlationId: UUID? = nil,
        delegate: any CredentialsDelegate
    ) {
        getAccessToken(parameters: .of(nil, forceRefresh, correlationId), delegate: delegate)
    }

    /// Gets an access token.
    ///
    /// - Parameters:
    ///   - scopes: What it has to be good for; an empty list is an error.
    ///   - forceRefresh: Whether to get a new one although the one at hand is good.
    ///   - correlationId: Tells the call in the logs; made up when there is none.
    ///   - delegate: Hears whether there is one, once.
    @available(*, deprecated, message: "Use getAccessToken(parameters:delegate:).")
    public func getAccessToken(
        scopes: [String],
        forceRefresh: Bool = false,
        correlationId: UUID? = nil,
        delegate: any CredentialsDelegate
    ) {
        guard !scopes.isEmpty else { return refuseNoScopes(app.correlationID(correlationId), delegate) }
        getAccessToken(parameters: .of(scopes, forceRefresh, correlationId), delegate: delegate)
    }

    private func refuseNoScopes(_ correlationID: UUID, _ delegate: any CredentialsDelegate) {
        app.run("MSALNativeAuthUserAccountResult.getAccessToken", for: delegate) { _ throws(AuthError) in
        } then: { _, delegate in
            let failure = Failure(.invalidScope, correlationID: correlationID)
            delegate.onAccessTokenRetrieveError(error: RetrieveAccessTokenError(failure))
        }
    }

    /// Both spellings of the method are tried, that of version 1.4 and later and that of version 1.3.
    @MainActor private func deliver(
        _ result: MSALNativeAuthTokenResult,
        to delegate: any CredentialsDelegate,
        _ correlationID: UUID
    ) {
        let hasOwn = OptionalMethod.call("onAccessTokenRetrieveCompleted(result:)", of: delegate) {
            delegate.onAccessTokenRetrieveCompleted(result: result)
        }
        guard !hasOwn else { return }
        OptionalMethod.call("onAccessTokenRetrieveCompleted(accessToken:)", of: delegate, correlationID) {
            delegate.onAccessTokenRetrieveCompleted(accessToken: result.accessToken)
        } orElse: { (error: RetrieveAccessTokenError) in
            delegate.onAccessTokenRetrieveError(error: error)
        }
    }
}

extension MSALNativeAuthGetAccessTokenParameters {
    fileprivate static func of(
        _ scopes: [String]?,
        _ forceRefresh: Bool,
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
    /// The core knows refused scopes by the server's code alone.
    fileprivate static func of(_ error: AuthError, _ correlationID: UUID) -> RetrieveAccessTokenError {
        var failure = Failure(error, kinds: kinds, correlationID: correlationID)
        if error.serverCode == OAuthErrorCode.invalidScope.rawValue { failure.kind = .invalidScope }
        if error.serverNumbers.contains(EntraErrorNumber.mfaRequired), let text = error.serverText {
            failure.message = "Multi-factor authentication is required. \(text)"
        }
        return RetrieveAccessTokenError(failure)
    }
}
