package import Foundation
package import Gatehouse
package import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// Everything a command takes from the world around it.
package struct CommandContext: Sendable {
    package let output: Output
    package let environment: [String: String]
    /// Whether the operator can be asked: both standard input and standard error are a terminal.
    package let isInteractive: Bool
    /// Reads standard input to its end.
    package let readInput: @Sendable () -> String
    /// Asks a question and reads the line that a person types, which is not shown where it is a secret; `nil` at the end of the input.
    package let readLine: @Sendable (_ question: String, _ isSecret: Bool) async throws -> String?
    package let now: @Sendable () -> Date
    /// The time since an arbitrary moment, by a monotonic clock.
    package let uptime: @Sendable () -> Duration
    package let random: RandomSource
    /// Carries what a command asks a server itself.
    package let transport: any HTTPTransport
    /// Makes the client that `login` and its kin speak through.
    package var makeClient:
        @Sendable (_ issuer: URL, _ clientID: String, _ browser: any BrowserLauncher) -> GatehouseClient
    /// Opens the store that a database location names; `nil` where nothing is there yet and nothing may be made.
    package let openStore: @Sendable (DatabaseLocation, StoreUse) async throws(StoreError) -> (any Store)?
    /// The PostgreSQL database with that URL, to copy another one's records to.
    package let copyTarget: @Sendable (Secret) -> any CopyTarget
    let openedStores = OpenedStores()

    package init(
        output: Output,
        environment: [String: String],
        isInteractive: Bool,
        readInput: @escaping @Sendable () -> String,
        readLine: @escaping @Sendable (_ question: String, _ isSecret: Bool) async throws -> String?,
        now: @escaping @Sendable () -> Date,
        uptime: @escaping @Sendable () -> Duration,
        random: RandomSource,
        transport: any HTTPTransport,
        makeClient:
            @escaping @Sendable (_ issuer: URL, _ clientID: String, _ browser: any BrowserLauncher) -> GatehouseClient,
        openStore: @escaping @Sendable (DatabaseLocation, StoreUse) async throws(StoreError) -> (any Store)?,
        copyTarget: @escaping @Sendable (Secret) -> any CopyTarget
    ) {
        self.output = output
        self.environment = environment
        self.isInteractive = isInteractive
        self.readInput = readInput
        self.readLine = readLine
        self.now = now
        self.uptime = uptime
        self.random = random
        self.transport = transport
        self.makeClient = makeClient
        self.openStore = openStore
        self.copyTarget = copyTarget
    }
}
