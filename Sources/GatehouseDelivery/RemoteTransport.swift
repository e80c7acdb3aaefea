package import Foundation
import GatehouseConcurrency
package import GatehouseServer
import GatehouseThreads
package import GatehouseWire

/// The settings for connections to servers that other parties name.
package struct RemoteTransportSettings: Sendable {
    /// The addresses that the server connects to.
    package let addresses: RemoteAddressPolicy
    /// A PEM file with CA certificates that replace the system's.
    package let authorityFile: String?
    /// The time limit for one request, which includes resolution and connection.
    package let timeout: Duration

    package init(
        addresses: RemoteAddressPolicy = .publicOnly,
        authorityFile: String? = nil,
        timeout: Duration = .seconds(5)
    ) {
        self.addresses = addresses
        self.authorityFile = authorityFile
        self.timeout = timeout
    }
}

/// Fetches documents, posts forms and posts events over HTTPS, to servers that other parties or the operator name.
///
/// Each request has its own connection, because an open one would bypass the check of its address. Few requests wait
/// for a thread, so that none waits much longer than the time limit; further ones fail at once. Cancelling the task
/// aborts the request.
package final class RemoteTransport: RemoteDocumentFetcher, RemoteFormSender, EventPoster {
    private let settings: RemoteTransportSettings
    private let documents = ThreadPool(name: "fetch", threads: 8, queueLimit: 16)
    // Separate, so that documents of unknown clients do not delay notifications: as many threads as logout requests are
    // sent at a time, 6 to clients that an operator vouches for and 2 to others, so that none waits for a thread.
    private let forms = ThreadPool(name: "notify", threads: 8, queueLimit: 16)
    private let hosts = HostLimit(4)

    package init(_ settings: RemoteTransportSettings = RemoteTransportSettings()) {
        self.settings = settings
    }

    package func document(at url: RemoteURL) async throws(RemoteDocumentError) -> RemoteDocument {
        try await perform(RemoteTransfer(.get(limit: RemoteDocument.limit), url), on: documents)
    }

    package func post(_ form: Parameters, to url: RemoteURL) async throws(RemoteDocumentError) {
        _ = try await perform(RemoteTransfer(.post(Array(form.formEncoded.utf8)), url), on: forms)
    }

    package func post(
        _ body: Data,
        fields: [(name: String, value: String)],
        to url: RemoteURL
    ) async throws(RemoteDocumentError) -> PostResponse {
        let lines = fields.map { "\($0.name): \($0.value)" }
        let transfer = RemoteTransfer(.postEvent(Array(body), fields: lines), url)
        let response = try await perform(transfer, on: forms)
        return PostResponse(status: transfer.status, body: response.body)
    }

    private func perform(
        _ transfer: RemoteTransfer,
        on threads: ThreadPool
    ) async throws(RemoteDocumentError) -> RemoteDocument {
        guard hosts.enter(transfer.url.host) else { throw .overloaded }
        defer { hosts.leave(transfer.url.host) }
        return try await withTaskCancellationHandler {
            do throws(WorkRejection) {
                return try await threads.run { [settings] in RemoteConnection(settings).perform(transfer) }
            } catch {
                return .failure(error == .overloaded ? .overloaded : .cancelled)
            }
        } onCancel: {
            transfer.cancel()
        }.get()
    }
}

/// Counts the requests to each host, so that one slow host does not occupy all threads.
final class HostLimit: Sendable {
    private let limit: Int
    private let counts = Mutex<[String: Int]>([:])

    init(_ limit: Int) {
        self.limit = limit
    }

    /// Counts a request; returns `false` if the host has too many.
    func enter(_ host: String) -> Bool {
        counts.withLock { counts in
            guard counts[host, default: 0] < limit else { return false }
            counts[host, default: 0] += 1
            return true
        }
    }

    /// Removes the count of a request that has ended.
    func leave(_ host: String) {
        counts.withLock { counts in
            let remaining = counts[host, default: 0] - 1
            counts[host] = remaining > 0 ? remaining : nil
        }
    }
}
