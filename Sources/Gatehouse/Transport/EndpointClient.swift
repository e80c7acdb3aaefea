import Foundation
import GatehouseConcurrency
import GatehouseWire
import HTTPTypes

/// Sends requests to the server's endpoints, decodes responses and maps every failure to ``AuthError``.
struct EndpointClient: Sendable {
    let transport: any HTTPTransport
    /// The errors of the server's protocol.
    let errors: any ResponseErrorDecoder
    let clock: ServerClock
    let randomBytes: @Sendable (Int) -> [UInt8]
    /// The executor of background work.
    var executor = TaskExecutorPreference.sharedPool
    private let nonces = ProofNonces()

    /// The signer of DPoP proofs.
    var proofs: ProofSigner { ProofSigner(nonces: nonces, clock: clock, randomBytes: randomBytes) }

    /// The correction of the clock, in seconds, up to which servers accepted the time of the proof.
    private static let toleratedCorrection: TimeInterval = 5
    /// The time within which a response must arrive so that the request may be sent again.
    private static let repetitionDeadline = Duration.seconds(5)

    /// A response of any status.
    struct Response: Sendable {
        let head: HTTPResponse
        let body: Data
        /// The request identifier, chosen by the server or by this client.
        let requestID: String
    }

    /// Sends one request to an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, which determines the method and the type of the response.
    ///   - request: The request: the query of a GET, the form of a POST.
    ///   - url: The URL of the endpoint at this server.
    ///   - fields: Additional header fields.
    ///   - proof: The key to prove, and the access token of the request.
    /// - Returns: The decoded response.
    /// - Throws: ``AuthError`` unless the response is successful and can be decoded.
    func send<E: Endpoint>(
        _ endpoint: E.Type,
        _ request: E.Request,
        to url: URL,
        fields: HTTPFields = [:],
        proof: RequestProof? = nil
    ) async throws(AuthError) -> E.Response {
        let response = try await exchange(endpoint, request, with: url, fields: fields, proof: proof)
        guard response.head.status.kind == .successful else { throw errors.error(for: response) }
        return try response.read()
    }

    /// Sends a request to an endpoint and returns the response undecoded.
    ///
    /// - Throws: ``AuthError`` if there is no response.
    func exchange<E: Endpoint>(
        _ endpoint: E.Type,
        _ request: E.Request,
        with url: URL,
        fields: HTTPFields,
        proof: RequestProof? = nil
    ) async throws(AuthError) -> Response {
        let form = request.parameters.formEncoded
        var message = HTTPRequest(E.method, url.appending(query: E.method == .get ? form : ""), fields)
        guard E.method == .post else { return try await exchange(message, body: nil, proof: proof) }
        message.headerFields[.contentType] = "application/x-www-form-urlencoded"
        return try await exchange(message, body: Data(form.utf8), proof: proof)
    }

    /// Sends a request and returns the response undecoded.
    ///
    /// With a key to prove, each attempt has a new proof, and the request is sent again if the server only rejects the
    /// nonce or the time of the proof, unless its response took so long that a refresh lock could expire.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The body, if there is one.
    ///   - proof: The key to prove, and the access token of the request.
    /// - Returns: The response.
    /// - Throws: ``AuthError`` if there is no response, or the key cannot be used.
    func exchange(
        _ request: HTTPRequest,
        body: Data?,
        proof: RequestProof? = nil
    ) async throws(AuthError) -> Response {
        guard let proof else { return try await attempt(request, body) }
        let (start, skew) = (clock.uptime(), clock.offset ?? 0)
        let first = try await attempt(request, body, proving: proof)
        let clockWasCorrected = abs((clock.offset ?? 0) - skew) > Self.toleratedCorrection
        let isPrompt = clock.uptime() - start < Self.repetitionDeadline
        guard isPrompt, first.rejectsProof(clockWasCorrected: clockWasCorrected) else { return first }
        return try await attempt(request, body, proving: proof)
    }

    private func attempt(
        _ request: HTTPRequest,
        _ body: Data?,
        proving proof: RequestProof
    ) async throws(AuthError) -> Response {
        var message = request
        message.headerFields[.dpop] = try proofs.sign(request, with: proof)
        let response = try await attempt(message, body)
        proofs.rememberNonce(of: response.head, to: request, ofResource: proof.accessToken != nil)
        return response
    }

    private func attempt(_ request: HTTPRequest, _ body: Data?) async throws(AuthError) -> Response {
        let id = randomBytes(16).hexadecimal
        var message = request
        message.headerFields[.accept] = "application/json"
        if let name = HTTPField.Name.requestID { message.headerFields[name] = id }
        let head: HTTPResponse
        let data: Data
        do throws(TransportError) {
            (head, data) = try await transport.send(message, body: body)
        } catch {
            throw error.authError(requestID: id)
        }
        if let date = head.headerFields[.date] { clock.learn(from: date) }
        let echoedID = HTTPField.Name.requestID.flatMap { head.headerFields[$0] } ?? id
        return Response(head: head, body: data, requestID: echoedID)
    }
}

extension EndpointClient.Response {
    /// Returns whether the server rejects only the proof, in a way that a new one corrects.
    ///
    /// - Parameter clockWasCorrected: Whether the response has corrected the clock that dates the proofs.
    /// - Returns: Whether the request is to be sent again.
    fileprivate func rejectsProof(clockWasCorrected: Bool) -> Bool {
        guard head.status == .badRequest || head.status == .unauthorized else { return false }
        switch (try? OAuthError(status: head.status, fields: head.headerFields, body: body))?.code {
        case .useDPoPNonce?: return head.headerFields[.dpopNonce] != nil
        case .invalidDPoPProof?: return clockWasCorrected
        default: return false
        }
    }

    /// Decodes the body as the endpoint's response.
    ///
    /// - Throws: ``AuthError`` if it cannot be decoded.
    func read<Response: WireResponse>(as type: Response.Type = Response.self) throws(AuthError) -> Response {
        try reading { () throws(WireError) in try Response(body: body, fields: head.headerFields) }
    }

    /// Decodes the body as JSON; an empty one as a value without members.
    ///
    /// - Throws: ``AuthError`` if it cannot be decoded.
    func value<Value: Decodable>() throws(AuthError) -> Value {
        let json = body.isEmpty ? Data("{}".utf8) : body
        return try reading { () throws(WireError) in try JSONCoding.decode(Value.self, from: json) }
    }

    private func reading<Value>(_ decode: () throws(WireError) -> Value) throws(AuthError) -> Value {
        do throws(WireError) {
            return try decode()
        } catch {
            var failure = AuthError(
                .serverUnavailable,
                "The server’s response cannot be decoded. A proxy may have changed it.",
                recovery: .retry(after: nil),
                response: AuthError.ServerResponse(httpStatus: head.status.code),
                underlying: error.message
            )
            failure.requestID = requestID
            throw failure
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
    /// Returns the URL with parameters appended to its query.
    func appending(query: String) -> URL {
        guard !query.isEmpty, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return self
        }
        let present = components.percentEncodedQuery.map { $0 + "&" } ?? ""
        components.percentEncodedQuery = present + query
        return components.url ?? self
    }
}
