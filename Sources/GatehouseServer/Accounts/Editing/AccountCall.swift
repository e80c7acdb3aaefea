package import GatehouseStore

/// Which app asks for something to be done to an account, and from where.
package struct AccountCall: Sendable {
    package let client: Client
    /// The language to write to the person in.
    package let language: Language
    package let context: RequestContext

    package init(client: Client, language: Language, context: RequestContext) {
        self.client = client
        self.language = language
        self.context = context
    }
}
