import Foundation
import Gatehouse
import GatehouseCommands
import GatehouseConcurrency
import GatehouseServer
import GatehouseStore
import GatehouseTesting

/// A simulated terminal with a temporary data folder: runs commands against one in-memory store and records their
/// output.
final class Terminal: Sendable {
    private let out = Mutex("")
    private let err = Mutex("")
    private let draws = Mutex(0)
    private let typed = Mutex<[@Sendable () async throws -> String]>([])
    private let secrets = Mutex<[String]>([])
    private let arguments = Mutex<[String]>([])
    let folder: URL
    let store = MemoryStore()
    let tokenStore = MemoryTokenStore()
    private let isTerminal: Bool
    private let environment: [String: String]
    private let input: String
    private let transport: any HTTPTransport
    private let clientEnvironment: ClientEnvironment
    private let copyTarget: any CopyTarget
    private let passkeyAuthenticator: (any PasskeyAuthenticator)?

    init(
        isTerminal: Bool = false,
        environment: [String: String] = [:],
        input: String = "",
        hasServerData: Bool = true,
        transport: any HTTPTransport = UnreachableTransport(),
        clientEnvironment: ClientEnvironment = ClientEnvironment(),
        copyTarget: any CopyTarget = RecordingTarget(),
        passkeyAuthenticator: (any PasskeyAuthenticator)? = nil
    ) {
        folder = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)")
        self.isTerminal = isTerminal
        self.environment = environment.merging(["XDG_CONFIG_HOME": folder.path, "GATEHOUSE_DATA": folder.path]) {
            own,
            _ in own
        }
        self.input = input
        self.transport = transport
        self.clientEnvironment = clientEnvironment
        self.copyTarget = copyTarget
        self.passkeyAuthenticator = passkeyAuthenticator
        if hasServerData { createServerData() }
    }

    /// Creates a key file and a placeholder for the database that the in-memory store replaces.
    private func createServerData() {
        let manager = FileManager.default
        try? manager.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        for (name, content) in [("key", Data(repeating: 7, count: 32)), ("gatehouse.sqlite", Data("rows".utf8))] {
            _ = manager.createFile(
                atPath: folder.appending(path: name).path,
                contents: content,
                attributes: [.posixPermissions: 0o600]
            )
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Enqueues lines of input.
    func enqueueInput(_ lines: String...) {
        for line in lines { enqueueInput { line } }
    }

    /// Enqueues a line of input that is computed when it is read, such as a code.
    func enqueueInput(_ line: @escaping @Sendable () async throws -> String) {
        typed.withLock { $0.append(line) }
    }

    /// The input that was read without echo.
    var typedSecrets: [String] { secrets.withLock { $0 } }

    /// The standard output since the last call.
    var printed: String { out.withLock { takeText(&$0) } }
    /// The standard error since the last call.
    var errorOutput: String { err.withLock { takeText(&$0) } }

    private func takeText(_ text: inout String) -> String {
        defer { text = "" }
        return text
    }

    var output: Output {
        Output(
            isTerminal: isTerminal,
            isErrorTerminal: isTerminal,
            environment: environment,
            write: { [self] text in
                Self.trace(text, isResult: true, of: arguments.withLock(\.self))
                out.withLock { $0 += text }
            },
            writeError: { [self] text in
                Self.trace(text, isResult: false, of: arguments.withLock(\.self))
                err.withLock { $0 += text }
            }
        )
    }

    static let now = Date(timeIntervalSince1970: 1_700_000_000)

    @discardableResult
    func run(_ arguments: String...) async -> ExitStatus {
        await run(all: arguments)
    }

    func run(all arguments: [String]) async -> ExitStatus {
        self.arguments.withLock { $0 = arguments }
        let context = CommandContext(
            output: output,
            environment: environment,
            isInteractive: isTerminal,
            readInput: { [input] in input },
            readLine: { [self] question, isSecret in
                output.prompt(question)
                guard let next = typed.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return nil }
                let line = try await next()
                if isSecret {
                    TestTrace.run?.keep(line, as: "password")
                    secrets.withLock { $0.append(line) }
                }
                return line
            },
            now: { Self.now },
            uptime: { .zero },
            wait: { try await Task.sleep(for: $0) },
            random: RandomSource { [self] count in
                let draw = draws.withLock {
                    $0 += 1
                    return $0
                }
                return Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 31 + draw) })
            },
            transport: transport,
            makeClient: {
                [tokenStore, transport, passkeyAuthenticator, environment = clientEnvironment] issuer, clientID, browser
                in
                var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: clientID)
                configuration.tokenStore = tokenStore
                configuration.transport = transport
                configuration.userAgent = browser.map { LoopbackUserAgent(browser: $0) }
                configuration.passkeyAuthenticator = passkeyAuthenticator
                configuration.environment = environment
                configuration.environment.eventLog = TestTrace.eventLog
                return GatehouseClient(configuration: configuration)
            },
            openStore: { [store] _, _ throws(StoreError) in store },
            copyTarget: { [copyTarget] _ in copyTarget }
        )
        return await CommandRunner(context: context).run(arguments)
    }

    /// Returns the standard output as JSON.
    func json() throws -> Any {
        try JSONSerialization.jsonObject(with: Data(printed.utf8), options: .fragmentsAllowed)
    }
}

extension Terminal {
    /// The commands that print secrets or personal data on purpose.
    private static let sensitiveCommands: Set = ["account", "client", "login", "token", "user", "whoami"]

    /// Records output in the trace of the run, except intentionally printed secrets.
    static func trace(_ text: String, isResult: Bool, of arguments: [String]) {
        if isResult, let command = arguments.first, sensitiveCommands.contains(command) { return }
        // Sign-in instructions contain the page and the code.
        if text.contains("pen this address") { return }
        // The confirmation of a deletion names the account.
        if text.hasPrefix("Deleting your account ") || text.hasPrefix("Deleting account ")
            || text.hasPrefix("Delete account ")
        {
            return
        }
        // Messages may repeat the arguments.
        let typed = arguments.filter { $0.count > 5 }
        let redacted = typed.reduce(text) { $0.replacing($1, with: "...") }
        TestTrace.run?.print(redacted, from: isResult ? "standard output" : "standard error")
    }
}
