import Foundation

extension GatehouseClient {
    /// Returns a report on this client: its store, its clock, its sessions and its latest events.
    ///
    /// The report contains no secrets or personal data, so that it can be attached to a support ticket.
    ///
    /// - Parameter checkingServer: Whether to check if the server responds, which also measures the difference of its
    ///   clock.
    /// - Returns: The diagnostics, with recommendations in ``Diagnostics/advice``.
    public func diagnostics(checkingServer: Bool = false) async -> Diagnostics {
        await Diagnostics(of: manager, checking: checkingServer ? services.adapter : nil)
    }

    /// Checks whether the server responds, and measures the difference of its clock.
    ///
    /// - Throws: ``AuthError`` if it does not respond or is not the configured server.
    package func checkServer() async throws(AuthError) {
        try await services.adapter.checkReachable()
    }

    /// Waits for background refreshes and revocations to finish.
    ///
    /// Call it before a process ends, so that no refresh is interrupted and sign-outs reach the server; in an app that
    /// iOS is about to suspend, call it within `beginBackgroundTask`. It does not wait for the delay before a retry.
    ///
    /// - Parameter limit: The maximum time to wait. Work that takes longer goes on as long as the
    ///   process does; the next process finishes the refresh and sends the sign-outs that remain.
    public func waitForPendingWork(within limit: Duration = .seconds(5)) async {
        await manager.finish(within: limit)
    }
}
