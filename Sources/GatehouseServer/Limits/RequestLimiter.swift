import GatehouseStore
package import GatehouseWire

/// Counts requests, and logs the limits that they reach.
package final class RequestLimiter: Sendable {
    package let limiter: RateLimiter
    private let log: LimitLog
    private let environment: ServerEnvironment

    init(limiter: RateLimiter, log: LimitLog, environment: ServerEnvironment) {
        self.limiter = limiter
        self.log = log
        self.environment = environment
    }

    /// Counts a request against the limit of its network address.
    ///
    /// - Parameters:
    ///   - context: The request.
    ///   - isExempt: Returns whether the request is served although the limit of its address is exhausted; called
    ///     only in that case.
    /// - Throws: `temporarily_unavailable` with status 429 if the limit is exhausted.
    package func countRequest(
        _ context: RequestMetadata,
        unless isExempt: () async -> Bool
    ) async throws(OAuthError) {
        guard let address = context.address else { return }
        do throws(OAuthError) { try limiter.count(.address(address), at: environment.now) } catch {
            if await isExempt() { return }
            log.log(.requestsPerAddress, context: context, at: environment.now)
            throw error
        }
    }

    /// Counts a request against the limit of its client.
    ///
    /// - Throws: `temporarily_unavailable` with status 429 if the limit is exhausted.
    func countRequest(of client: Client, _ context: RequestMetadata) throws(OAuthError) {
        try count(
            client.hasOwnLimit ? .client(client.id) : .publicClient(client.id, address: context.address),
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
        do { try limiter.count(subject, at: environment.now) } catch {
            log.log(.requestsPerClient, client: client, context: context, at: environment.now)
            throw error
        }
    }
}
