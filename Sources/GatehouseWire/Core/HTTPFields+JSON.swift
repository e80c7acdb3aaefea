package import HTTPTypes

extension HTTPFields {
    /// The fields of a JSON answer that holds tokens, personal data or an error (RFC 6749 §5.1).
    package static let uncachedJSON: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]

    /// The fields of a JSON answer that is the same for everybody and that caches may keep for so many seconds.
    package static func publicJSON(maxAge seconds: Int) -> HTTPFields {
        [.contentType: "application/json", .cacheControl: "public, max-age=\(seconds)"]
    }
}
