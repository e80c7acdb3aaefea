/// Who is asking, as far as the network tells.
package struct RequestContext: Sendable {
    /// The network address of the caller, as text; `nil` where there is none, as in a test without sockets.
    package let address: String?
    /// Goes into logs, audit events and error pages, so that a report can be matched to what happened.
    package let requestID: String

    /// The request that the present task answers, for what is logged deep inside; `nil` where there is none.
    @TaskLocal package static var current: RequestContext?

    package init(address: String?, requestID: String) {
        self.address = address
        self.requestID = requestID
    }
}
