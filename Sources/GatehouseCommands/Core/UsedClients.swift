import Gatehouse
import Synchronization

/// The clients that a command has used, whose background work ends before the process does.
final class UsedClients: Sendable {
    /// How long the server has to take note of sign-outs: a command that nothing waits for otherwise.
    private static let limit = Duration.seconds(3)

    private let clients = Mutex<[GatehouseClient]>([])

    /// The context with clients that are waited for.
    func recorded(by context: CommandContext) -> CommandContext {
        var context = context
        context.makeClient = { [makeClient = context.makeClient] issuer, clientID, browser in
            let client = makeClient(issuer, clientID, browser)
            self.clients.withLock { $0.append(client) }
            return client
        }
        return context
    }

    /// Waits for refreshes and sign-outs under way, for a bounded time.
    func finish() async {
        for client in clients.withLock({ $0 }) {
            await client.finishBackgroundWork(deliveringSignOutsWithin: Self.limit)
        }
    }
}
