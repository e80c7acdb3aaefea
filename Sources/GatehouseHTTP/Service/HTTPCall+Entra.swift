import GatehouseWire
import HTTPTypes

extension HTTPCall {
    /// The parameters of a form in either of the two ways in which pages send one, as Entra's clients send either.
    ///
    /// - Throws: `invalid_request` when they cannot be read, with status 415 when the body is not a form.
    func formOrMultipart() throws(OAuthError) -> Parameters {
        guard mediaType == "multipart/form-data" else { return try form() }
        let field = request.headerFields[.contentType] ?? ""
        guard let boundary = field.firstMatch(of: /(?i)boundary="?([^";,\s]+)/)?.output.1 else {
            throw OAuthError(.invalidRequest, "The form does not say what parts it.")
        }
        do { return try Parameters(multipart: body, boundary: String(boundary)) } catch {
            throw OAuthError(.invalidRequest, error.message)
        }
    }
}
