public import Foundation
import Gatehouse
import GatehouseWire

nonisolated extension MSALPublicClientApplication {
    /// Signs somebody in in the browser, on the server's pages: what a native flow cannot do, and says so by `isBrowserRequired`.
    ///
    /// - Parameters:
    ///   - parameters: Which tokens are wanted.
    ///   - completionBlock: Called once with the tokens, or with an error.
    public func acquireToken(
        with parameters: MSALInteractiveTokenParameters,
        completionBlock: @escaping MSALCompletionBlock
    ) {
        let wish = TokenWish.reading(
            parameters.scopes + (parameters.extraScopesToConsent ?? []),
            parameters.claimsRequest
        )
        var options = SignInOptions(loginHint: parameters.loginHint ?? parameters.account?.username)
        options.accountID = parameters.account?.account.id
        options.prompt = parameters.promptType.prompt
        options.extraParameters = parameters.pageParameters
        options.prefersEphemeralSession = parameters.webviewParameters.prefersEphemeralWebBrowserSession
        // The browser may have somebody else signed in, who would be refused afterwards.
        if parameters.account != nil, parameters.promptType == .promptIfNecessary { options.prompt = [.selectAccount] }
        finish(parameters, completionBlock, "acquireToken") { [options] gatehouse, correlationID throws(AuthError) in
            let wish = try wish.get()
            let session = try await gatehouse.signIn(scopes: wish.scopes, interaction: .addAccount, options: options)
            return try await Tokens.of(
                session,
                TokenWish(scopes: [], claims: wish.claims),
                isFresh: false,
                correlationID
            )
        }
    }

    /// Gets tokens without asking anybody.
    ///
    /// - Parameters:
    ///   - parameters: Which tokens are wanted.
    ///   - completionBlock: Called once with the tokens, or with an error: ``MSALError/interactionRequired`` when the person has to
    ///     be asked after all.
    public func acquireTokenSilent(
        with parameters: MSALSilentTokenParameters,
        completionBlock: @escaping MSALCompletionBlock
    ) {
        let wish = TokenWish.reading(parameters.scopes, parameters.claimsRequest)
        let (account, isFresh) = (parameters.account?.account.id, parameters.forceRefresh)
        finish(parameters, completionBlock, "acquireTokenSilent") { gatehouse, correlationID throws(AuthError) in
            guard let session = try await gatehouse.session(), account == nil || session.account.id == account else {
                throw AuthError(.interactionRequired, "The account is not signed in.", recovery: .interact)
            }
            return try await Tokens.of(session, try wish.get(), isFresh: isFresh, correlationID)
        }
    }

    private func finish(
        _ parameters: MSALTokenParameters,
        _ completionBlock: @escaping MSALCompletionBlock,
        _ name: String,
        _ body: @escaping @Sendable (GatehouseClient, UUID) async throws(AuthError) -> Tokens
    ) {
        let correlationID = app.correlationID(parameters.correlationId)
        app.finish(name, on: parameters.completionBlockQueue) { gatehouse throws(AuthError) in
            try await body(gatehouse, correlationID)
        } then: { [app, authority] result in
            switch result {
            case .success(let tokens): completionBlock(MSALResult(tokens, app, authority, correlationID), nil)
            case .failure(let error): completionBlock(nil, NSError(error, correlationID))
            }
        }
    }

    /// Closes the server's pages that are open; the calls that opened them end with ``MSALError/userCanceled``.
    ///
    /// - Returns: Whether a page was open.
    @discardableResult
    public class func cancelCurrentWebAuthSession() -> Bool {
        OpenApps.shared.closePages()
    }

    /// Hands in a URL that the app was opened with.
    ///
    /// - Parameters:
    ///   - response: The URL.
    ///   - sourceApplication: Who opened it; not looked at.
    /// - Returns: `true` when it is the redirect of a sign-in or sign-out under way, which it ends, or of a sign-in that was under way when the
    ///   app's process ended: no block is called then, and the person is found signed in. For that the application object has to exist.
    @discardableResult
    public class func handleMSALResponse(_ response: URL, sourceApplication: String?) -> Bool {
        OpenApps.shared.handle(response)
    }
}
