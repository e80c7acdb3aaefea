import GatehouseStore
package import GatehouseWire

/// Counts requests, and logs which limits are reached.
extension ServerCore {
    /// Counts a request against the limit of the address it comes from.
    ///
    /// - Throws: `temporarily_unavailable` with status 429 when the address has used up its limit.
    package func countRequest(_ context: RequestContext) throws(OAuthError) {
        guard let address = context.address else { return }
        do { try limiter.count(.address(address), at: now) } catch {
            noteRefusal(.requestsPerAddress, context: context)
            throw error
        }
    }

    /// Counts a request against the limit of the client that makes it.
    ///
    /// - Throws: `temporarily_unavailable` with status 429 when the client has used up its limit.
    func countRequest(of client: Client, _ context: RequestContext) throws(OAuthError) {
        try count(
            client.isConfidential ? .client(client.id) : .publicClient(client.id, address: context.address),
            of: client.id,
            context
        )
    }

    /// Counts a request that names a client and proves nothing, so that it does not use up the client's own limit.
    ///
    /// - Throws: `temporarily_unavailable` with status 429 when the client and the address have used up their limit.
    func countUnauthenticatedRequest(of client: Client.ID, _ context: RequestContext) throws(OAuthError) {
        try count(.publicClient(client, address: context.address), of: client, context)
    }

    private func count(
        _ subject: RateLimiter.Subject,
        of client: Client.ID,
        _ context: RequestContext
    ) throws(OAuthError) {
        do { try limiter.count(subject, at: now) } catch {
            noteRefusal(.requestsPerClient, client: client, context: context)
            throw error
        }
    }

    /// Logs that the current request reached a limit.
    func noteRefusal(_ limit: LimitName, client: Client.ID? = nil, context: RequestContext? = .current) {
        refusals.note(limit, client: client, context: context, at: now)
    }
}
