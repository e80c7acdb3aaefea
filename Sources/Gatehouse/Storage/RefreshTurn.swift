/// The turn to refresh the tokens of one client, among all that share its store; ends with the value or the process.
package final class RefreshTurn: Sendable {
    /// What somebody who had the turn before had begun and never brought to an end, for the same session.
    package let interrupted: RefreshIntent?
    private let resolve: @Sendable () async -> Void

    /// A turn.
    ///
    /// - Parameters:
    ///   - interrupted: What was begun before and never ended.
    ///   - resolve: Forgets what was noted; whatever it captures keeps the turn.
    package init(interrupted: RefreshIntent?, resolve: @escaping @Sendable () async -> Void) {
        self.interrupted = interrupted
        self.resolve = resolve
    }

    /// Takes note that the server has answered, so that nothing is open any more, though no tokens are stored.
    package func settle() async {
        await resolve()
    }
}
