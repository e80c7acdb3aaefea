import Foundation
import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseStorePostgres
import GatehouseStoreSQLite

extension CommandContext {
    /// The real terminal, clock, random source, network and database.
    package static func live() -> CommandContext {
        let environment = ProcessInfo.processInfo.environment
        let start = ContinuousClock.now
        let output = Output(
            isTerminal: isatty(STDOUT_FILENO) == 1,
            isErrorTerminal: isatty(STDERR_FILENO) == 1,
            environment: environment,
            write: { FileHandle.standardOutput.write(Data($0.utf8)) },
            writeError: { FileHandle.standardError.write(Data($0.utf8)) }
        )
        return CommandContext(
            output: output,
            environment: environment,
            isInteractive: isatty(STDIN_FILENO) == 1 && output.isErrorTerminal,
            readInput: { String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self) },
            readLine: { question, isSecret in
                try await LineReader.shared.line(isSecret: isSecret) { output.prompt(question) }
            },
            now: { Date() },
            uptime: { ContinuousClock.now - start },
            random: .system,
            transport: SharedTransport(),
            makeClient: { issuer, clientID, browser in
                var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: clientID)
                // On every platform: a tool without entitlements has no keychain and no redirect URI of its own.
                configuration.tokenStore = FileTokenStore()
                configuration.redirectURI = nil
                configuration.userAgent = LoopbackUserAgent(browser: browser)
                return GatehouseClient(configuration)
            },
            openStore: { location, use throws(StoreError) in
                switch (location, use) {
                case (.sqlite(let file), .server): try SQLiteStore(path: file.path, isServer: true)
                case (.sqlite(let file), .administration): try SQLiteStore(path: file.path)
                case (.postgres(let url), .administration(mayMakeData: false)):
                    try await PostgresStore(existingAt: url, environment: .live)
                case (.postgres(let url), _): try await PostgresStore(url: url, environment: .live)
                }
            },
            copyTarget: { url in PostgresTarget(url: url, environment: .live) }
        )
    }
}

extension ConnectionEnvironment {
    /// The real clock and chance.
    fileprivate static let live = ConnectionEnvironment(
        wait: { try await Task.sleep(for: $0) },
        random: { Double.random(in: 0..<1) }
    )
}

extension RandomSource {
    /// The operating system's generator.
    static let system = RandomSource { count in
        var bytes = Data(count: count)
        // It gives so much at a time.
        for start in stride(from: 0, to: count, by: 256) {
            let isFilled = unsafe bytes[start..<min(start + 256, count)].withUnsafeMutableBytes { part in
                unsafe getentropy(part.baseAddress, part.count) == 0
            }
            precondition(isFilled, "The system gives no random numbers.")
        }
        return bytes
    }
}
