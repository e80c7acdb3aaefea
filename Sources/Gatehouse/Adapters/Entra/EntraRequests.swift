import Foundation
import GatehouseWire
import HTTPTypes

/// A response of native authentication.
struct NativeResponse<Success: Sendable>: Sendable {
    enum Outcome: Sendable {
        case success(Success)
        /// The flow continues with a different step than submitted; callers that expect none treat it as an error.
        case needs(EntraError, otherwise: AuthError)
    }

    let outcome: Outcome
    /// The position of the request, with the server's correlation ID.
    let position: NativeFlowPosition

    /// Returns the expected response.
    func success() throws(AuthError) -> Success {
        switch outcome {
        case .success(let success): return success
        case .needs(_, let error): throw error
        }
    }
}

/// The requests of native authentication at a tenant.
struct EntraRequests: Sendable {
    let server: EntraTenant
    let connection: EndpointClient
    /// Waits before a request is repeated.
    let sleep: @Sendable (Duration) async throws -> Void

    /// Sends a request of a flow.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - request: The request.
    ///   - position: The position of the flow.
    ///   - isRepeatable: Whether the request may be sent again after a failure in transit.
    /// - Returns: The response, or the step that the server requires first.
    /// - Throws: ``AuthError`` otherwise, including `browserRequired`.
    func send<E: Endpoint, Success>(
        _ endpoint: E.Type,
        _ request: E.Request,
        at position: NativeFlowPosition,
        isRepeatable: Bool = false
    ) async throws(AuthError) -> NativeResponse<Success> where E.Response == EntraResponse<Success> {
        let url = try self.url(of: endpoint)
        let fields = await fields(url, position)
        let response: EndpointClient.Response
        do throws(AuthError) {
            if isRepeatable, let first = try await attempt(endpoint, with: request, at: url, fields: fields) {
                response = first
            } else {
                response = try await connection.exchange(endpoint, request, with: url, fields: fields)
            }
        } catch {
            throw error.at(position)
        }
        var position = position
        if let echo = response.head.headerFields[.clientRequestID].flatMap({ UUID(uuidString: $0) }) {
            position.correlationID = echo
        }
        guard response.head.status == .ok else {
            return try nextStep(afterError: response, at: position)
        }
        do throws(AuthError) {
            switch try response.read(as: EntraResponse<Success>.self) {
            case .success(let success):
                return NativeResponse(outcome: .success(success), position: position)
            case .redirect(let reason):
                throw .browserRequired(reason: reason)
            }
        } catch {
            throw error.at(position)
        }
    }

    /// Sends a repeatable request.
    ///
    /// - Returns: The response; `nil`, after half a second, if there is none or it does not come from the server.
    private func attempt<E: Endpoint>(
        _ endpoint: E.Type,
        with request: E.Request,
        at url: URL,
        fields: HTTPFields
    ) async throws(AuthError) -> EndpointClient.Response? {
        do throws(AuthError) {
            let response = try await connection.exchange(endpoint, request, with: url, fields: fields)
            let isFailure = response.head.status.kind == .serverError
            guard isFailure, response.head.headerFields[.retryAfter] == nil else { return response }
        } catch {
            guard error.code == .network, error.recovery == .retry(after: nil) else { throw error }
        }
        guard (try? await sleep(.milliseconds(500))) != nil else {
            throw .cancelled("The request was cancelled.")
        }
        return nil
    }

    private func nextStep<Success>(
        afterError response: EndpointClient.Response,
        at position: NativeFlowPosition
    ) throws(AuthError) -> NativeResponse<Success> {
        var authError = connection.errors.error(for: response)
        // Uses the correlation ID of the header: the body may repeat an older one.
        authError.correlationID = position.correlationID
        let body = try? EntraErrorBody(
            status: response.head.status,
            fields: response.head.headerFields,
            body: response.body
        )
        guard let error = body?.error, let token = error.continuationToken,
            [.credentialRequired, .attributesRequired].contains(error.code) || error.asksForFactor
        else { throw authError }
        return NativeResponse(outcome: .needs(error, otherwise: authError), position: position.with(token))
    }

    private func url<E: Endpoint>(of endpoint: E.Type) throws(AuthError) -> URL {
        let url = try endpoint.url(below: server.authority)
        guard let datacenter = server.datacenter else { return url }
        return url.appending(query: Parameters([.datacenter: datacenter]).formEncoded)
    }

    private func fields(_ url: URL, _ position: NativeFlowPosition) async -> HTTPFields {
        var fields: HTTPFields = [
            .clientRequestID: position.correlationID.uuidString,
            .returnClientRequestID: "true",
        ]
        for (name, value) in await server.headerFields(url) {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }
}

extension EntraError {
    /// Whether the server requires a second factor, or the enrolment of one.
    var asksForFactor: Bool {
        code == .invalidGrant && (suberror == .mfaRequired || suberror == .registrationRequired)
    }
}
