package import Foundation
package import GatehouseStore

/// The context of an account operation: the client, its authority, the language and the request.
package struct AccountRequest: Sendable {
    package let client: Client
    /// The language of messages to the user.
    package let language: Language
    package let authority: AccountAuthority
    package let context: RequestMetadata

    package init(client: Client, language: Language, authority: AccountAuthority, context: RequestMetadata) {
        self.client = client
        self.language = language
        self.authority = authority
        self.context = context
    }
}

/// The authority for an account operation.
package enum AccountAuthority: Sendable, Hashable {
    /// The account's user, in a session that started with a sign-in at that time.
    case user(signedInAt: Date)
    /// The app's administrator.
    case administrator
    /// An instance of the app, which is not authenticated: the operation requires its own proof.
    case app
}
