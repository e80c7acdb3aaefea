import HTTPTypes

extension HTTPField.Name {
    /// A name that is a valid token by its spelling.
    private static func literal(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("\(name) is not a field name") }
        return name
    }

    static let host = literal("Host")
    static let xFrameOptions = literal("X-Frame-Options")
    static let referrerPolicy = literal("Referrer-Policy")
    static let xRequestID = literal("X-Request-ID")
    /// Who a chain of proxies was called by, left to right.
    static let xForwardedFor = literal("X-Forwarded-For")
}
