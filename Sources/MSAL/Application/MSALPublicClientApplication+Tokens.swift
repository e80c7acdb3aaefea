public import Foundation
import Gatehouse
import GatehouseWire

nonisolated extension MSALPublicClientApplication {
    /// Signs the user in on the server's pages in the browser.
    ///
    /// Needed when a native flow reports `isBrowserRequired`.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the request.
    ///   - completionBlock: The block that is called once with the tokens, or with an error.
    public func acquireToken(
        with parameters: MSALInteractiveTokenParameters,
        completionBlock: @escaping MSALCompletionBlock
    ) {
        let tokenParameters = TokenParameters.reading(
            parameters.scopes + (parameters.extraScopesToConsent ?? []),
            parameters.claimsRequest
        )
        var options = SignInOptions(loginHint: parameters.loginHint ?? parameters.account?.username)
        options.accountID = parameters.account?.account.id
        options.prompt = parameters.promptType.prompt
        options.extraParameters = parameters.pageParameters
        options.prefersEphemeralSession = parameters.webviewParameters.prefersEphemeralWebBrowserSession
        // The browser may be signed in with another account, which would be rejected afterwards.
        if parameters.account != nil, parameters.promptType == .promptIfNecessary { options.prompt = [.selectAccount] }
        finish(parameters, completionBlock, named: "acquireToken") {
            [options] gatehouse, correlationID throws(AuthError) in
            let tokenParameters = try tokenParameters.get()
            let session = try await gatehouse.signIn(
                scopes: tokenParameters.scopes,
                interaction: .addAccount,
                options: options
            )
            return try await TokenResult.of(
                session,
                TokenParameters(scopes: [], claims: tokenParameters.claims),
                forcesRefresh: false,
                correlationID: correlationID
            )
        }
    }

    /// Acquires tokens without user interaction.
    ///
    /// - Parameters:
    ///   - parameters: The parameters of the request.
    ///   - completionBlock: The block that is called once with the tokens, or with an error:
    ///     ``MSALError/interactionRequired`` if user interaction is required.
    public func acquireTokenSilent(
        with parameters: MSALSilentTokenParameters,
        completionBlock: @escaping MSALCompletionBlock
    ) {
        let tokenParameters = TokenParameters.reading(parameters.scopes, parameters.claimsRequest)
        let (account, forcesRefresh) = (parameters.account?.account.id, parameters.forceRefresh)
        finish(parameters, completionBlock, named: "acquireTokenSilent") { gatehouse, correlationID throws(AuthError) in
            guard let session = try await gatehouse.session(), account == nil || session.account.id == account else {
                throw AuthError(.interactionRequired, "The account is not signed in.", recovery: .signInAgain)
            }
            return try await TokenResult.of(
                session,
                try tokenParameters.get(),
                forcesRefresh: forcesRefresh,
                correlationID: correlationID
            )
        }
    }

    private func finish(
        _ parameters: MSALTokenParameters,
        _ completionBlock: @escaping MSALCompletionBlock,
        named name: String,
        body: @escaping @Sendable (GatehouseClient, UUID) async throws(AuthError) -> TokenResult
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

    /// Closes the server's open pages.
    ///
    /// The calls that opened them fail with ``MSALError/userCanceled``.
    ///
    /// - Returns: `true` if a page was open.
    @discardableResult
    public class func cancelCurrentWebAuthSession() -> Bool {
        RedirectRegistry.shared.closeOpenPages()
    }

    /// Completes the sign-in that a redirect URL belongs to.
    ///
    /// - Parameters:
    ///   - response: The URL that opened the app.
    ///   - sourceApplication: The app that opened the URL. Ignored.
    /// - Returns: `true` if the URL completes the current sign-in or sign-out, or a sign-in from before the app was
    ///   relaunched. In that case no block is called, and the account is found afterwards. This requires an application
    ///   object.
    @discardableResult
    public class func handleMSALResponse(_ response: URL, sourceApplication: String?) -> Bool {
        RedirectRegistry.shared.handle(response)
    }
}
