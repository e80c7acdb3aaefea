import Gatehouse
import Synchronization

/// The clients that a command has used, whose background work ends before the process does.
final class UsedClients: Sendable {
    /// How long a command waits for the server to accept sign-outs.
    private static let limit = Duration.seconds(3)

    private let clients = Mutex<[GatehouseClient]>([])

    /// Returns a context that records the clients it creates.
    func recorded(by context: CommandContext) -> CommandContext {
        var context = context
        context.makeClient = { [makeClient = context.makeClient] issuer, clientID, browser in
            let client = makeClient(issuer, clientID, browser)
            self.clients.withLock { $0.append(client) }
            return client
        }
        return context
    }

    /// Waits for pending refreshes and sign-outs, for a bounded time.
    func finish() async {
        for client in clients.withLock({ $0 }) {
            await client.finishBackgroundWork(deliveringSignOutsWithin: Self.limit)
        }
    }
}
