package import ArgumentParser
package import Foundation
package import Gatehouse
import GatehouseConcurrency
package import GatehouseServer
package import GatehouseStore

/// The environment of a command: terminal, clock, randomness, network and database.
package struct CommandContext: Sendable {
    package let output: Output
    package let environment: [String: String]
    /// The user of the operating system who runs the command.
    package let userName: String
    /// Whether prompts are possible: both standard input and standard error are a terminal.
    package let isInteractive: Bool
    /// Reads standard input to its end.
    package let readInput: @Sendable () -> String
    /// Prompts for a line, without echo if it is secret; returns `nil` at the end of the input.
    package let readLine: @Sendable (_ question: String, _ isSecret: Bool) async throws -> String?
    package let now: @Sendable () -> Date
    /// The time since an arbitrary point, from a monotonic clock.
    package let uptime: @Sendable () -> Duration
    /// Waits for a duration.
    package let wait: @Sendable (Duration) async throws -> Void
    package let random: RandomSource
    /// The transport for requests that commands send themselves.
    package let transport: any HTTPTransport
    /// Creates the SDK client of the session commands, such as `login`; without a browser, it shows no pages.
    package var makeClient:
        @Sendable (_ issuer: URL, _ clientID: String, _ browser: (any BrowserLauncher)?) -> GatehouseClient
    /// Opens a database; `nil` if it does not exist and must not be created.
    package let openStore: @Sendable (DatabaseReference, StoreUse) async throws(StoreError) -> (any Store)?
    /// The metrics of the process, which stores that it opens record in.
    package let instruments: ServerInstruments
    /// Returns the database at a location as the target of a copy.
    package let copyTarget: @Sendable (DatabaseLocation) -> any CopyTarget
    let openedStores = OpenedStores()

    package init(
        output: Output,
        environment: [String: String],
        userName: String = "operator",
        isInteractive: Bool,
        readInput: @escaping @Sendable () -> String,
        readLine: @escaping @Sendable (_ question: String, _ isSecret: Bool) async throws -> String?,
        now: @escaping @Sendable () -> Date,
        uptime: @escaping @Sendable () -> Duration,
        wait: @escaping @Sendable (Duration) async throws -> Void,
        random: RandomSource,
        transport: any HTTPTransport,
        makeClient:
            @escaping @Sendable (_ issuer: URL, _ clientID: String, _ browser: (any BrowserLauncher)?) ->
            GatehouseClient,
        openStore: @escaping @Sendable (DatabaseReference, StoreUse) async throws(StoreError) -> (any Store)?,
        copyTarget: @escaping @Sendable (DatabaseLocation) -> any CopyTarget,
        instruments: ServerInstruments? = nil
    ) {
        self.output = output
        self.environment = environment
        self.userName = userName
        self.isInteractive = isInteractive
        self.readInput = readInput
        self.readLine = readLine
        self.now = now
        self.uptime = uptime
        self.wait = wait
        self.random = random
        self.transport = transport
        self.makeClient = makeClient
        self.openStore = openStore
        self.copyTarget = copyTarget
        self.instruments = instruments ?? ServerInstruments(uptime: uptime)
    }

    /// Returns the user who runs the command: with sudo, the one who called it.
    ///
    /// The environment is the caller's input, and the name is stored in audit events.
    package static func userName(_ environment: [String: String], processUser: String) -> String {
        guard let name = environment["SUDO_USER"], (1...64).contains(name.utf8.count),
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-@\\+$".contains($0)) })
        else { return processUser }
        return name
    }
}

/// A command: parsed arguments that run in a context.
package protocol Command: ParsableCommand, Sendable {
    func run(in context: CommandContext) async throws
}

/// The stores that a command has opened; they are closed when it ends.
package final class OpenedStores: Sendable {
    private let stores = Mutex<[any Store]>([])

    init() {}

    func insert(_ store: any Store) {
        stores.withLock { $0.append(store) }
    }

    /// Closes all of them.
    ///
    /// - Throws: The error of the first store that could not be closed properly.
    func close() async throws(StoreError) {
        let opened = stores.withLock { stores in
            defer { stores = [] }
            return stores
        }
        var failure: StoreError?
        for store in opened {
            do { try await store.close() } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}

/// The purpose for which a process opens a database.
package enum StoreUse: Sendable {
    /// Serving requests; on SQLite, one process at a time.
    case server
    /// Reading and changing records, possibly while a server runs.
    case administration(allowsCreation: Bool)
    /// Reading what a server would start with, without a change.
    case check

    var allowsCreation: Bool {
        switch self {
        case .server: true
        case .administration(let allowsCreation): allowsCreation
        case .check: false
        }
    }
}
