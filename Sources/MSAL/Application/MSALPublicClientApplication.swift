public import Foundation
import Gatehouse

/// An app that signs users in.
///
/// The class is isolated to the main actor because the compiler checks no other open class for `Sendable`; its members
/// may be used on any thread.
@preconcurrency @MainActor
public class MSALPublicClientApplication: NSObject {
    nonisolated let app: NativeAuthContext
    /// The public part of the configuration.
    private nonisolated let settings: Settings

    private struct Settings: Sendable {
        var authority: MSALAuthority
        var redirectURI: String?
    }

    /// Creates an application without native authentication.
    ///
    /// - Parameter config: The configuration, which is copied.
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` if the authority is not a ``MSALCIAMAuthority``.
    public nonisolated convenience init(configuration config: MSALPublicClientApplicationConfig) throws {
        self.init(config, try EntraTenant(config)) { _ in }
    }

    nonisolated init(
        _ config: MSALPublicClientApplicationConfig,
        _ server: EntraTenant,
        _ adjust: (inout GatehouseClient.Configuration) -> Void
    ) {
        var configuration = GatehouseClient.Configuration(entra: server, clientID: config.clientId)
        if let redirectURI = config.redirectUri.flatMap(URL.init(string:)) { configuration.redirectURI = redirectURI }
        configuration.expirationLeeway = .seconds(config.tokenExpirationBuffer)
        configuration.returnsExpiringTokens = false
        adjust(&configuration)
        app = NativeAuthContext(GatehouseClient(configuration: configuration))
        settings = Settings(authority: config.authority, redirectURI: config.redirectUri)
        super.init()
        RedirectRegistry.shared.add(app)
    }

    /// The client identifier of the app.
    public nonisolated var clientId: String { app.gatehouse.configuration.clientID }
    /// The authority that signs users in.
    public nonisolated var authority: MSALAuthority { settings.authority }
    /// The redirect URI.
    public nonisolated var redirectUri: String? { settings.redirectURI }
}

nonisolated extension MSALPublicClientApplication {
    /// Returns the accounts that are signed in on this device, at most one.
    ///
    /// - Returns: The accounts.
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` if the token store cannot be read.
    public func allAccounts() throws -> [MSALAccount] {
        do throws(AuthError) {
            let stored = try app.gatehouse.synchronousSessions.current()
            return stored.map { [app.account(AccountSession($0.session, idToken: $0.storedSession.idToken?.reveal()))] }
                ?? []
        } catch {
            throw NSError(error)
        }
    }

    /// Returns the account with an identifier.
    ///
    /// - Parameter identifier: The ``MSALAccount/identifier`` of an account.
    /// - Returns: The account.
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` if the account does not exist or the token store cannot
    ///   be read.
    public func account(forIdentifier identifier: String) throws -> MSALAccount {
        try account { $0.identifier == identifier }
    }

    /// Returns the account with a username.
    ///
    /// - Parameter username: The ``MSALAccount/username`` of an account.
    /// - Returns: The account.
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` if the account does not exist or the token store cannot
    ///   be read.
    public func account(forUsername username: String) throws -> MSALAccount {
        try account { $0.username == username }
    }

    /// Returns the signed-in account.
    ///
    /// The previous account is always `nil` in this module.
    ///
    /// - Parameters:
    ///   - parameters: The queue for the completion block.
    ///   - completionBlock: The block that is called once with the account, or with `nil` if no user is signed in.
    public func getCurrentAccount(
        with parameters: MSALParameters?,
        completionBlock: @escaping MSALCurrentAccountCompletionBlock
    ) {
        app.finish("getCurrentAccount", on: parameters?.completionBlockQueue) { gatehouse throws(AuthError) in
            guard let session = try await gatehouse.session() else { return AccountSession?.none }
            return try await AccountSession(session)
        } then: { [app] result in
            switch result {
            case .success(let signedIn): completionBlock(signedIn.map(app.account), nil, nil)
            case .failure(let error): completionBlock(nil, nil, NSError(error))
            }
        }
    }

    /// Removes an account from the device before returning, and revokes its tokens in the background.
    ///
    /// - Parameter account: The account. Ignored if it is not signed in.
    /// - Throws: An `NSError` of the domain ``MSALErrorDomain`` if the account could not be removed from the device.
    ///   Its session has ended for this process even then, and the removal is retried.
    public func remove(_ account: MSALAccount) throws {
        do throws(AuthError) {
            let sessions = app.gatehouse.synchronousSessions
            guard let stored = try sessions.current(), stored.session.account.id == account.account.id else { return }
            try sessions.signOut(stored.session)
        } catch {
            throw NSError(error)
        }
    }

    /// Signs an account out on this device and at the server, and in the browser if the parameters request it.
    ///
    /// - Parameters:
    ///   - account: The account to sign out.
    ///   - parameters: The parameters of the sign-out.
    ///   - completionBlock: The block that is called once, with an error if the account could not be removed from the
    ///     device or the browser session could not be ended.
    public func signout(
        with account: MSALAccount,
        signoutParameters parameters: MSALSignoutParameters,
        completionBlock: MSALSignoutCompletionBlock? = nil
    ) {
        let account = account.account
        let page = SignOutPageOptions(
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

    private func account(_ matches: (MSALAccount) -> Bool) throws -> MSALAccount {
        guard let account = try allAccounts().first(where: matches) else {
            throw NSError(.internal, "The account is not signed in on this device.")
        }
        return account
    }
}
