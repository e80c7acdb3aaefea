package import Foundation
package import GatehouseStore
import GatehouseWire

/// The context of an account operation: the client, its authority, the language and the request.
package struct AccountRequest: Sendable {
    package let client: Client
    /// The language of messages to the user.
    package let language: Language
    package let authority: AccountAuthority
    package let context: RequestMetadata
    /// The sessions of the request, which continue when the operation ends all others.
    package let current: CurrentSessions
    /// Whether the user is notified of the change.
    ///
    /// Commands of the operator may not know the issuer, which links start with.
    package let sendsNotices: Bool

    package init(
        client: Client,
        language: Language,
        authority: AccountAuthority,
        context: RequestMetadata,
        current: CurrentSessions = CurrentSessions(),
        sendsNotices: Bool = true
    ) {
        self.client = client
        self.language = language
        self.authority = authority
        self.context = context
        self.current = current
        self.sendsNotices = sendsNotices
    }

    /// Whether the client may learn that an address has an account.
    var disclosesAccounts: Bool { client.passwordApp?.disclosesAccounts == true }

    /// Requires a recent sign-in for changes of identifiers and for deletion, so that a stolen token cannot be used to
    /// take over an account.
    ///
    /// If the user has turned on a second factor, the sign-in must include one, unless `withSecondFactor` is `false`:
    /// the operation could remove it. A pseudo user's tokens suffice: without credentials, the user has no other proof.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - lifetime: The maximum age of the sign-in, in seconds.
    ///   - withSecondFactor: Whether the sign-in must include the second factor that the user has turned on.
    ///   - now: The current time.
    /// - Throws: ``AccountError/signInRequired(within:acr:)``.
    package func requireFreshSignIn(
        to account: Account,
        within lifetime: TimeInterval,
        withSecondFactor: Bool = true,
        at now: Date
    ) throws(AccountError) {
        let acr: ACR? = withSecondFactor && account.requiresSecondFactor ? .multiFactor : nil
        switch authority {
        case .administrator: return
        case .user where account.hasNoCredentials: return
        case .user(let authentication) where now.timeIntervalSince(authentication.authenticatedAt) <= lifetime:
            guard acr.map(Evidence(authentication).reaches) ?? true else { fallthrough }
        case .user, .app: throw .signInRequired(within: lifetime, acr: acr)
        }
    }
}

/// The authority for an account operation.
package enum AccountAuthority: Sendable, Hashable {
    /// The account's user, in a session that started with this authentication.
    case user(Authentication)
    /// The app's administrator.
    case administrator
    /// An instance of the app, which is not authenticated: the operation requires its own proof.
    case app
}

/// The sessions of the user that make a request.
package struct CurrentSessions: Sendable, Hashable {
    /// The browser session of the account pages, or of the app's sign-in.
    package let browserSession: BrowserSession.ID?
    /// The session of the app.
    package let session: Session.ID?

    package init(browserSession: BrowserSession.ID? = nil, session: Session.ID? = nil) {
        self.browserSession = browserSession
        self.session = session
    }
}
