package import HTTPTypes

extension HTTPFields {
    /// The fields of an answer with a body of that type; no cache keeps it.
    package static func kii(_ mediaType: KiiMediaType) -> HTTPFields {
        var fields = uncachedJSON
        fields[.contentType] = mediaType.rawValue
        return fields
    }
}
