import Foundation
import GatehouseWire
import HTTPTypes

/// Speaks to the server: writes requests, reads answers, and makes one ``AuthError`` of whatever else may come back.
struct ServerConnection: Sendable {
    let transport: any HTTPTransport
    let clock: ServerClock
    let randomBytes: @Sendable (Int) -> [UInt8]
    /// Where what nobody waits for goes on; `nil` for the threads that all tasks share.
    var executor: (any TaskExecutor)?

    /// What came back, whatever it is.
    struct Answer: Sendable {
        let response: HTTPResponse
        let body: Data
        /// What the server, or else this client, calls the request.
        let requestID: String
    }

    /// Sends one request to an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, which decides the method and what the answer is read as.
    ///   - request: The request: the query of a GET, the form of a POST.
    ///   - url: Where this server has the endpoint.
    ///   - fields: Further header fields.
    /// - Returns: The answer.
    /// - Throws: ``AuthError`` for anything but a successful answer that can be read.
    func send<E: Endpoint>(
        _ endpoint: E.Type,
        _ request: E.Request,
        to url: URL,
        fields: HTTPFields = [:]
    ) async throws(AuthError) -> E.Response {
        let answer = try await exchange(endpoint, request, with: url, fields: fields)
        guard answer.response.status.kind == .successful else { throw AuthError(refusal: answer) }
        return try answer.read()
    }

    /// Sends one request to an endpoint and looks at nothing of the answer but its date.
    ///
    /// - Throws: ``AuthError`` when no answer came.
    func exchange<E: Endpoint>(
        _ endpoint: E.Type,
        _ request: E.Request,
        with url: URL,
        fields: HTTPFields
    ) async throws(AuthError) -> Answer {
        let form = request.parameters.formEncoded
        var message = HTTPRequest(E.method, url.appending(query: E.method == .get ? form : ""), fields)
        guard E.method == .post else { return try await exchange(message, body: nil) }
        message.headerFields[.contentType] = "application/x-www-form-urlencoded"
        return try await exchange(message, body: Data(form.utf8))
    }

    /// Sends one request and looks at nothing of the answer but its date.
    ///
    /// - Throws: ``AuthError`` when no answer came.
    func exchange(_ request: HTTPRequest, body: Data?) async throws(AuthError) -> Answer {
        let id = randomBytes(16).hexadecimal
        var message = request
        message.headerFields[.accept] = "application/json"
        if let name = HTTPField.Name.requestID { message.headerFields[name] = id }
        let response: HTTPResponse
        let data: Data
        do throws(TransportError) {
            (response, data) = try await transport.send(message, body: body)
        } catch {
            throw AuthError(error, requestID: id)
        }
        if let date = response.headerFields[.date] { clock.learn(from: date) }
        let answered = HTTPField.Name.requestID.flatMap { response.headerFields[$0] } ?? id
        return Answer(response: response, body: data, requestID: answered)
    }
}

extension ServerConnection.Answer {
    /// The answer as what the endpoint answers with.
    ///
    /// - Throws: ``AuthError`` when it is something else.
    func read<Response: WireResponse>(as type: Response.Type = Response.self) throws(AuthError) -> Response {
        do throws(WireError) {
            return try Response(body: body, fields: response.headerFields)
        } catch {
            throw AuthError(
                .serverUnavailable,
                "The server’s answer cannot be read: something between the app and the server may have changed it.",
                recovery: .retry(after: nil),
                requestID: requestID,
                httpStatus: response.status.code,
                underlying: error.message
            )
        }
    }
}

extension HTTPField.Name {
    static let requestID = HTTPField.Name("X-Request-ID")
}

extension HTTPRequest {
    init(_ method: Method, _ url: URL, _ fields: HTTPFields) {
        var authority = url.host(percentEncoded: true) ?? ""
        if let port = url.port { authority += ":\(port)" }
        var path = url.path(percentEncoded: true)
        if path.isEmpty { path = "/" }
        if let query = url.query(percentEncoded: true) { path += "?" + query }
        self.init(method: method, scheme: url.scheme, authority: authority, path: path, headerFields: fields)
    }
}

extension URL {
    /// The URL with parameters added to its query, behind those it has.
    func appending(query: String) -> URL {
        guard !query.isEmpty, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return self
        }
        let present = components.percentEncodedQuery.map { $0 + "&" } ?? ""
        components.percentEncodedQuery = present + query
        return components.url ?? self
    }
}
