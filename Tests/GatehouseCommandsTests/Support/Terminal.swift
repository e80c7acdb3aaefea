import Foundation
import Gatehouse
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Synchronization

/// A terminal in a folder of its own, where a server has been: runs command lines against one store in memory and remembers what they print.
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
    private let clientEnvironment: GatehouseClient.Environment
    private let copyTarget: any CopyTarget

    init(
        isTerminal: Bool = false,
        environment: [String: String] = [:],
        input: String = "",
        hasServerData: Bool = true,
        transport: any HTTPTransport = UnreachableTransport(),
        clientEnvironment: GatehouseClient.Environment = GatehouseClient.Environment(),
        copyTarget: any CopyTarget = RecordingTarget()
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
        if hasServerData { leaveServerData() }
    }

    /// A key and, in the name of the store in memory, a database that is not empty.
    private func leaveServerData() {
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

    /// What the person is going to type, line by line.
    func types(_ lines: String...) {
        for line in lines { types { line } }
    }

    /// What the person is going to type once it is known, such as a code.
    func types(_ line: @escaping @Sendable () async throws -> String) {
        typed.withLock { $0.append(line) }
    }

    /// What was typed without being shown.
    var typedSecrets: [String] { secrets.withLock { $0 } }

    /// Everything printed since the last call.
    var printed: String { out.withLock { take(&$0) } }
    var complaints: String { err.withLock { take(&$0) } }

    private func take(_ text: inout String) -> String {
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
            random: RandomSource { [self] count in
                let draw = draws.withLock {
                    $0 += 1
                    return $0
                }
                return Data((0..<count).map { UInt8(truncatingIfNeeded: $0 * 31 + draw) })
            },
            transport: transport,
            makeClient: { [tokenStore, transport, environment = clientEnvironment] issuer, clientID, browser in
                var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: clientID)
                configuration.tokenStore = tokenStore
                configuration.transport = transport
                configuration.userAgent = LoopbackUserAgent(browser: browser)
                configuration.environment = environment
                configuration.environment.flightLog = TestTrace.flightLog
                return GatehouseClient(configuration)
            },
            openStore: { [store] _, _ throws(StoreError) in store },
            copyTarget: { [copyTarget] _ in copyTarget }
        )
        return await CommandRunner(context: context).run(arguments)
    }

    /// What was printed, as JSON.
    func json() throws -> Any {
        try JSONSerialization.jsonObject(with: Data(printed.utf8), options: .fragmentsAllowed)
    }
}
