import GatehouseWire
import HTTPTypes

extension HTTPCall {
    /// The parameters of a form in either of the two ways in which pages send one, as Entra's clients send either.
    ///
    /// - Throws: `invalid_request` when they cannot be read, with status 415 when the body is not a form.
    func formOrMultipart() throws(OAuthError) -> Parameters {
        guard mediaType == "multipart/form-data" else { return try form() }
        guard let boundary else { throw OAuthError(.invalidRequest, "The multipart form names no boundary.") }
        do { return try Parameters(multipart: body, boundary: boundary) } catch {
            throw OAuthError(.invalidRequest, error.message)
        }
    }

    /// The parameter `boundary` of the media type (RFC 2046 §5.1.1), with or without quotation marks.
    private var boundary: String? {
        let parameters = (request.headerFields[.contentType] ?? "").split(separator: ";").dropFirst()
        let texts = parameters.lazy.map { $0.drop(while: \.isWhitespace) }
        let prefix = "boundary="
        guard let text = texts.first(where: { $0.prefix(prefix.count).lowercased() == prefix }) else { return nil }
        let value = text.dropFirst(prefix.count).drop { $0 == "\"" }.prefix { !"\", \t".contains($0) }
        return value.isEmpty ? nil : String(value)
    }
}
