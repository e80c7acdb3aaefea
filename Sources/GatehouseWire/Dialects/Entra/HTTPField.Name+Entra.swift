package import HTTPTypes

extension HTTPField.Name {
    /// What a client calls one call, or one flow, to find it again in both sides' logs: a UUID, which the answer repeats.
    package static let clientRequestID = literal("client-request-id")

    /// What the server calls one call.
    package static let serverRequestID = literal("x-ms-request-id")

    /// Asks the server to repeat the client's name of the call.
    package static let returnClientRequestID = literal("return-client-request-id")

    private static func literal(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("\(name) is not a field name") }
        return name
    }
}
