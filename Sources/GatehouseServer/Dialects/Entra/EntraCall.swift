package import GatehouseStore
package import GatehouseWire

/// One request of a native app: what it says, and who says it.
package struct EntraCall: Sendable {
    /// A client that may use native authentication, from where it called.
    package let client: Client
    package let parameters: Parameters
    /// The language to write mail in.
    package let language: Language
    package let context: RequestContext

    package init(client: Client, parameters: Parameters, language: Language, context: RequestContext) {
        self.client = client
        self.parameters = parameters
        self.language = language
        self.context = context
    }

    func read<Request: WireRequest>(_ type: Request.Type) throws(EntraError) -> Request {
        do { return try Request(parameters: parameters) } catch { throw EntraError(error) }
    }
}
