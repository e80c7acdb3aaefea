import GatehouseConcurrency
package import GatehouseStore

/// The network properties of a request.
package struct RequestMetadata: Sendable {
    /// The network address of the caller, or `nil` without one, as in a test without sockets.
    package let address: String?
    /// The identifier that correlates logs, audit events and error pages.
    package let requestID: String
    /// The `User-Agent` field, at most 256 characters.
    package let userAgent: String?
    /// The path of the request without its query; `nil` without one, as in a test without routes.
    package let path: String?
    /// The party that acts, if it is neither the user nor the client of the request.
    package let actor: AuditActor?
    private let identifiedClient = IdentifiedClient()

    /// The registered client that the request is from or about, once it was looked up.
    package var clientID: Client.ID? { identifiedClient.id }

    /// The device that sent the request.
    package var device: DeviceDescription { DeviceDescription(userAgent: userAgent, address: address) }

    /// The request that the current task handles, for logging in nested calls.
    @TaskLocal package static var current: RequestMetadata?

    package init(
        address: String?,
        requestID: String,
        userAgent: String? = nil,
        path: String? = nil,
        actor: AuditActor? = nil
    ) {
        self.address = address
        self.requestID = requestID
        self.userAgent = userAgent
        self.path = path
        self.actor = actor
    }

    /// Notes the client of the current request; the first one counts, because further ones are those of its tokens.
    static func identify(_ client: Client) {
        current?.identifiedClient.note(client.id)
    }
}

/// The first client that was looked up for a request.
private final class IdentifiedClient: Sendable {
    private let first = Mutex<Client.ID?>(nil)

    var id: Client.ID? { first.withLock { $0 } }

    func note(_ id: Client.ID) {
        first.withLock { if $0 == nil { $0 = id } }
    }
}
