import Foundation
import GatehouseStore
package import GatehouseWire
import Logging
import Synchronization

/// A log of limits that callers reach, at most one line per limit, caller and minute.
final class LimitLog: Sendable {
    private struct Entry: Hashable {
        let limit: LimitName
        let caller: String
        let client: Client.ID?
    }

    private struct State {
        var minute = Int64.min
        var logged: Set<Entry> = []
    }

    /// The most lines per minute, so that a flood from many addresses does not fill the disk.
    private let capacity: Int
    private let logger: Logger
    private let state = Mutex(State())

    init(logger: Logger, capacity: Int = 1000) {
        self.logger = logger
        self.capacity = capacity
    }

    /// Logs a rejected request, unless the same caller was logged within this minute.
    func log(_ limit: LimitName, client: Client.ID?, context: RequestMetadata?, at now: Date) {
        let entry = Entry(limit: limit, caller: context?.address ?? "unknown", client: client)
        let minute = Int64((now.timeIntervalSince1970 / 60).rounded(.down))
        let isNew = state.withLock { state in
            if state.minute != minute { state = State(minute: minute) }
            return state.logged.count < capacity && state.logged.insert(entry).inserted
        }
        guard isNew else { return }
        var metadata: Logger.Metadata = ["limit": "\(limit.rawValue)", "caller": "\(entry.caller)"]
        metadata["client"] = client.map { "\($0)" }
        metadata["request"] = context.map { "\($0.requestID)" }
        logger.notice("limit reached", metadata: metadata)
    }
}

/// Request counting, with a log of the limits that are reached.
extension ServerCore {
    /// Counts a request against the limit of its network address.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - isExempt: Returns whether the request is served although the limit of its address is exhausted; not called
    ///     before.
    /// - Throws: `temporarily_unavailable` with status 429 if the limit is exhausted.
    package func countRequest(
        _ context: RequestMetadata,
        unless isExempt: () async -> Bool
    ) async throws(OAuthError) {
        guard let address = context.address else { return }
        do throws(OAuthError) { try limiter.count(.address(address), at: now) } catch {
            if await isExempt() { return }
            logLimitReached(.requestsPerAddress, context: context)
            throw error
        }
    }

    /// Counts a request against the limit of its client.
    ///
    /// - Throws: `temporarily_unavailable` with status 429 if the limit is exhausted.
    func countRequest(of client: Client, _ context: RequestMetadata) throws(OAuthError) {
        try count(
            client.isConfidential ? .client(client.id) : .publicClient(client.id, address: context.address),
            of: client.id,
            context
        )
    }

    /// Counts a request that names a client without authenticating, so that it does not use up the client's own limit.
    ///
    /// - Throws: `temporarily_unavailable` with status 429 if the limit of the client at this address is exhausted.
    func countUnauthenticatedRequest(of client: Client.ID, _ context: RequestMetadata) throws(OAuthError) {
        try count(.publicClient(client, address: context.address), of: client, context)
    }

    private func count(
        _ subject: RateLimiter.Subject,
        of client: Client.ID,
        _ context: RequestMetadata
    ) throws(OAuthError) {
        do { try limiter.count(subject, at: now) } catch {
            logLimitReached(.requestsPerClient, client: client, context: context)
            throw error
        }
    }

    /// Logs that the current request reached a limit.
    func logLimitReached(_ limit: LimitName, client: Client.ID? = nil, context: RequestMetadata? = .current) {
        limitLog.log(limit, client: client, context: context, at: now)
    }
}
