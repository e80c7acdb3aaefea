package import HTTPTypes

extension HTTPFields {
    /// The fields of a JSON answer that holds tokens, personal data or an error (RFC 6749 §5.1).
    package static let uncachedJSON: HTTPFields = [
        .contentType: "application/json", .cacheControl: "no-store", .pragma: "no-cache",
    ]

    /// The fields of a JSON answer that is the same for everybody and that caches may keep for so many seconds.
    package static func publicJSON(maxAge seconds: Int) -> HTTPFields {
        [.contentType: "application/json", .cacheControl: "public, max-age=\(seconds)"]
    }
}

extension HTTPField.Name {
    /// What caches of HTTP/1.0 understand; RFC 6749 §5.1 asks for it beside `Cache-Control`.
    package static let pragma: HTTPField.Name = {
        guard let name = HTTPField.Name("Pragma") else { preconditionFailure("A constant is not a field name") }
        return name
    }()
}
