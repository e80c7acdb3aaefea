import Foundation
import GatehouseWire
import HTTPTypes

/// What a server of native flows has answered.
struct NativeAnswer<Success: Sendable>: Sendable {
    enum Outcome: Sendable {
        case success(Success)
        /// The flow goes on, but with something else than was submitted: the same as an error is for those who expected none.
        case needs(EntraError, refusal: AuthError)
    }

    let outcome: Outcome
    /// The place that was asked from, under the name that the server has for the flow.
    let place: NativePlace

    /// What was asked for.
    func success() throws(AuthError) -> Success {
        switch outcome {
        case .success(let success): return success
        case .needs(_, let refusal): throw refusal
        }
    }
}

extension NativeFlow {
    /// Sends one request of a flow.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - request: The request.
    ///   - place: Where the flow stands.
    ///   - isRepeatable: Whether the same request may come twice: then one that fails on the way is sent once more.
    /// - Returns: What was asked for, or what the server needs first.
    /// - Throws: ``AuthError`` for everything else, among them `browserRequired`.
    func send<E: Endpoint, Success>(
        _ endpoint: E.Type,
        _ request: E.Request,
        at place: NativePlace,
        isRepeatable: Bool = false
    ) async throws(AuthError) -> NativeAnswer<Success> where E.Response == EntraAnswer<Success> {
        let url = try self.url(of: endpoint)
        let fields = await fields(url, place)
        let answer: ServerConnection.Answer
        do throws(AuthError) {
            if isRepeatable, let first = try await attempt(endpoint, request, url, fields) {
                answer = first
            } else {
                answer = try await service.connection.exchange(endpoint, request, with: url, fields: fields)
            }
        } catch {
            throw error.of(place)
        }
        var place = place
        if let echo = answer.response.headerFields[.clientRequestID].flatMap({ UUID(uuidString: $0) }) {
            place.correlationID = echo
        }
        guard answer.response.status == .ok else {
            return try refused(answer, at: place)
        }
        do throws(AuthError) {
            switch try answer.read(as: EntraAnswer<Success>.self) {
            case .success(let success):
                return NativeAnswer(outcome: .success(success), place: place)
            case .redirect(let reason):
                throw .browserRequired(reason: reason)
            }
        } catch {
            throw error.of(place)
        }
    }

    /// Sends a request that may be sent again.
    ///
    /// - Returns: The answer; `nil` when there is none, or none of the server's, and half a second has passed.
    private func attempt<E: Endpoint>(
        _ endpoint: E.Type,
        _ request: E.Request,
        _ url: URL,
        _ fields: HTTPFields
    ) async throws(AuthError) -> ServerConnection.Answer? {
        do throws(AuthError) {
            let answer = try await service.connection.exchange(endpoint, request, with: url, fields: fields)
            let isFailure = answer.response.status.kind == .serverError
            guard isFailure, answer.response.headerFields[.retryAfter] == nil else { return answer }
        } catch {
            guard error.code == .network, error.recovery == .retry(after: nil) else { throw error }
        }
        guard (try? await environment.sleep(.milliseconds(500))) != nil else {
            throw .cancelled("The request was cancelled.")
        }
        return nil
    }

    private func refused<Success>(
        _ answer: ServerConnection.Answer,
        at place: NativePlace
    ) throws(AuthError) -> NativeAnswer<Success> {
        var refusal = AuthError(refusal: answer)
        // The header counts: a body may repeat an older name.
        refusal.correlationID = place.correlationID
        let body = try? EntraErrorBody(
            status: answer.response.status,
            fields: answer.response.headerFields,
            body: answer.body
        )
        guard let error = body?.error, let token = error.continuationToken,
            [.credentialRequired, .attributesRequired].contains(error.code)
        else { throw refusal }
        return NativeAnswer(outcome: .needs(error, refusal: refusal), place: place.with(token))
    }

    private func url<E: Endpoint>(of endpoint: E.Type) throws(AuthError) -> URL {
        let url = try endpoint.url(below: server.authority)
        guard let datacenter = server.datacenter else { return url }
        return url.appending(query: Parameters([.datacenter: datacenter]).formEncoded)
    }

    private func fields(_ url: URL, _ place: NativePlace) async -> HTTPFields {
        var fields: HTTPFields = [
            .clientRequestID: place.correlationID.uuidString,
            .returnClientRequestID: "true",
        ]
        for (name, value) in await server.headerFields(url) {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }
}
