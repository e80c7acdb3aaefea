import Foundation
import GatehouseConcurrency
import GatehouseWire
import HTTPTypes

/// Introspects tokens at the issuer (RFC 7662); concurrent callers with the same token share a request.
final class Introspector: Sendable {
    private typealias Outcome = Result<[String: JSONValue]?, FetchError>

    private let settings: VerifierConfiguration.Introspection
    private let transport: any VerifierTransport
    private let endpoint: @Sendable () async throws(FetchError) -> String
    private let requests = Mutex<[String: Task<Outcome, Never>]>([:])

    /// Creates an introspector.
    ///
    /// - Parameters:
    ///   - settings: The client of the API.
    ///   - transport: The connection to the issuer.
    ///   - endpoint: Returns the URL of the endpoint.
    init(
        _ settings: VerifierConfiguration.Introspection,
        transport: any VerifierTransport,
        endpoint: @escaping @Sendable () async throws(FetchError) -> String
    ) {
        self.settings = settings
        self.transport = transport
        self.endpoint = endpoint
    }

    /// Returns the members of the response for an active token; `nil` for an inactive one.
    ///
    /// - Throws: `FetchError` if the issuer does not respond, or too many requests are in progress.
    func introspect(_ token: String) async throws(FetchError) -> [String: JSONValue]? {
        let task = requests.withLock { requests -> Task<Outcome, Never>? in
            if let task = requests[token] { return task }
            guard requests.count < settings.concurrentRequests else { return nil }
            let task = Task { [self] in
                let outcome = await outcome(for: token)
                self.requests.withLock { $0[token] = nil }
                return outcome
            }
            requests[token] = task
            return task
        }
        guard let task else { throw FetchError("Too many introspection requests are in progress.") }
        return try await task.value.get()
    }

    private func outcome(for token: String) async -> Outcome {
        do throws(FetchError) {
            return .success(try await response(for: token))
        } catch {
            return .failure(error)
        }
    }

    private func response(for token: String) async throws(FetchError) -> [String: JSONValue]? {
        let credentials = AuthorizationHeader.basic(clientID: settings.clientID, clientSecret: settings.clientSecret)
        let location = try await endpoint()
        let fields: HTTPFields = [
            .accept: "application/json", .contentType: "application/x-www-form-urlencoded",
            .authorization: credentials.encoded,
        ]
        guard let request = HTTPRequest(.post, location, fields) else {
            throw FetchError("\(location): not a URL with a host")
        }
        let form = IntrospectionRequest(token: Secret(token), tokenTypeHint: .accessToken).parameters.formEncoded
        let head: HTTPResponse
        let body: Data
        do {
            (head, body) = try await transport.send(request, body: Data(form.utf8))
        } catch {
            throw FetchError("\(location): \(error)")
        }
        // The refusal of this client, or an error of the server, says nothing about the token (RFC 7662 §2.3).
        guard head.status == .ok else { throw FetchError("\(location): status \(head.status.code)") }
        do {
            let isActive = try JSONCoding.decode(IntrospectionResponse.self, from: body).token != nil
            return isActive ? try JSONCoding.decode([String: JSONValue].self, from: body) : nil
        } catch {
            throw FetchError("\(location): \(error.message)")
        }
    }
}
