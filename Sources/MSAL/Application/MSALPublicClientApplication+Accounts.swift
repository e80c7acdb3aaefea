import Foundation
import Gatehouse

nonisolated extension MSALPublicClientApplication {
    /// The accounts that are signed in on this device, of which there is one at most.
    ///
    /// - Returns: The accounts.
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` when what is stored cannot be read.
    public func allAccounts() throws -> [MSALAccount] {
        do throws(AuthError) {
            let stored = try app.gatehouse.storedNow()
            return stored.map { [app.account(SignedIn($0.session, idToken: $0.grant.idToken?.reveal()))] } ?? []
        } catch {
            throw NSError(error)
        }
    }

    /// The account with this identifier.
    ///
    /// - Parameter identifier: An account's ``MSALAccount/identifier``.
    /// - Returns: The account.
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` when there is none, or what is stored cannot be read.
    public func account(forIdentifier identifier: String) throws -> MSALAccount {
        try account { $0.identifier == identifier }
    }

    /// The account of this name.
    ///
    /// - Parameter username: An account's ``MSALAccount/username``.
    /// - Returns: The account.
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` when there is none, or what is stored cannot be read.
    public func account(forUsername username: String) throws -> MSALAccount {
        try account { $0.username == username }
    }

    /// The account that is signed in, and the one before: this module does not remember who that was.
    ///
    /// - Parameters:
    ///   - parameters: Where the completion block is called.
    ///   - completionBlock: Called once with the account, or with `nil` when nobody is signed in.
    public func getCurrentAccount(
        with parameters: MSALParameters?,
        completionBlock: @escaping MSALCurrentAccountCompletionBlock
    ) {
        app.finish("getCurrentAccount", on: parameters?.completionBlockQueue) { gatehouse throws(AuthError) in
            guard let session = try await gatehouse.session() else { return SignedIn?.none }
            return try await SignedIn(session)
        } then: { [app] result in
            switch result {
            case .success(let signedIn): completionBlock(signedIn.map(app.account), nil, nil)
            case .failure(let error): completionBlock(nil, nil, NSError(error))
            }
        }
    }

    /// Signs an account out: what is stored is gone when this returns, and the server is told afterwards.
    ///
    /// - Parameter account: The account; one that is not signed in is not an error.
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` when the device could not forget it; for this process its session is over all
    ///   the same, and it tries again.
    public func remove(_ account: MSALAccount) throws {
        do throws(AuthError) {
            guard let stored = try app.gatehouse.storedNow(), stored.session.account.id == account.account.id else {
                return
            }
            try app.gatehouse.forgetNow(stored.session)
        } catch {
            throw NSError(error)
        }
    }

    /// Signs an account out, on this device and at the server, and in the browser if the parameters say so.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - parameters: Whether the browser's session ends too.
    ///   - completionBlock: Called once: with an error when the device could not forget the account, or when the browser's session
    ///     was to end and did not.
    public func signout(
        with account: MSALAccount,
        signoutParameters parameters: MSALSignoutParameters,
        completionBlock: MSALSignoutCompletionBlock? = nil
    ) {
        let account = account.account
        let page = GatehouseClient.SignOutPage(
            extraParameters: parameters.extraQueryParameters ?? [:],
            prefersEphemeralSession: parameters.webviewParameters.prefersEphemeralWebBrowserSession
        )
        let shown = parameters.signoutFromBrowser ? page : nil
        app.finish("signout", on: parameters.completionBlockQueue) { gatehouse throws(AuthError) in
            let result = try await gatehouse.signOut(account, on: shown)
            if case .failed(let error) = result.browser { throw error }
        } then: { result in
            switch result {
            case .success: completionBlock?(true, nil)
            case .failure(let error): completionBlock?(false, NSError(error))
            }
        }
    }

    private func account(_ isWanted: (MSALAccount) -> Bool) throws -> MSALAccount {
        guard let account = try allAccounts().first(where: isWanted) else {
            throw NSError(.internal, "There is no such account on this device.")
        }
        return account
    }
}
