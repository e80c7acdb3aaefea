package import GatehouseStore

/// The app that requests an operation on an account, its authority and the request's context.
package struct AccountCall: Sendable {
    package let client: Client
    /// The language to write to the person in.
    package let language: Language
    package let authority: AccountAuthority
    package let context: RequestContext

    package init(client: Client, language: Language, authority: AccountAuthority, context: RequestContext) {
        self.client = client
        self.language = language
        self.authority = authority
        self.context = context
    }
}
