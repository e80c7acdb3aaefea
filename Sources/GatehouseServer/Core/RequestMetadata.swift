/// The network properties of a request.
package struct RequestMetadata: Sendable {
    /// The network address of the caller, or `nil` without one, as in a test without sockets.
    package let address: String?
    /// The identifier that correlates logs, audit events and error pages.
    package let requestID: String

    /// The request that the current task handles, for logging in nested calls.
    @TaskLocal package static var current: RequestMetadata?

    package init(address: String?, requestID: String) {
        self.address = address
        self.requestID = requestID
    }
}
