import Foundation
import Gatehouse
import GatehouseSecurityKeys
import GatehouseServer
import GatehouseStore
import GatehouseStorePostgres
import GatehouseStoreSQLite
import HTTPTypes
import Logging

extension CommandContext {
    /// Creates a context with the real terminal, clock, random source, network and database.
    package static func live() -> CommandContext {
        let environment = ProcessInfo.processInfo.environment
        let start = ContinuousClock.now
        let instruments = ServerInstruments(uptime: { ContinuousClock.now - start })
        let output = Output(
            isTerminal: isatty(STDOUT_FILENO) == 1,
            isErrorTerminal: isatty(STDERR_FILENO) == 1,
            environment: environment,
            write: { Self.write(result: $0) },
            // A reader of the log that is gone must not end the server.
            writeError: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) }
        )
        return CommandContext(
            output: output,
            environment: environment,
            userName: Self.userName(environment, processUser: ProcessInfo.processInfo.userName),
            isInteractive: isatty(STDIN_FILENO) == 1 && output.isErrorTerminal,
            readInput: { String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self) },
            readLine: { question, isSecret in
                try await LineReader.shared.line(isSecret: isSecret) { output.prompt(question) }
            },
            now: { Date() },
            uptime: { ContinuousClock.now - start },
            wait: { try await Task.sleep(for: $0) },
            random: .system,
            transport: SharedTransport(),
            makeClient: { issuer, clientID, browser in
                var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: clientID)
                // On every platform: a tool without entitlements has neither a keychain nor a redirect URI of its own.
                configuration.tokenStore = FileTokenStore()
                configuration.redirectURI = nil
                configuration.userAgent = browser.map { LoopbackUserAgent(browser: $0) }
                // `gatehouse token` prints bearer tokens, for programs that send no proofs.
                configuration.dpop = .off
                configuration.passkeyAuthenticator = SecurityKeyAuthenticator(prompts: .terminal(output))
                return GatehouseClient(configuration: configuration)
            },
            openStore: { database, use throws(StoreError) in
                try await database.open(for: use, measuring: instruments.store)
            },
            copyTarget: { location in
                switch location {
                case .sqlite(let file): SQLiteCopyTarget(path: file.path)
                case .postgres(let url): PostgresCopyTarget(url: url, environment: .live)
                }
            },
            instruments: instruments
        )
    }
}

extension DatabaseReference {
    /// Opens the store; `nil` if it does not exist and must not be created.
    fileprivate func open(for use: StoreUse, measuring metrics: StoreMetrics) async throws(StoreError) -> (any Store)? {
        switch (location, use) {
        case (.sqlite(let file), .server):
            try SQLiteStore(path: file.path, isServer: true, metrics: metrics)
        case (.sqlite(let file), .administration): try SQLiteStore(path: file.path)
        case (.sqlite(let file), .check): try SQLiteStore(reading: file.path)
        case (.postgres(let url), .check), (.postgres(let url), .administration(allowsCreation: false)):
            try await PostgresStore(existingAt: url, recordingIn: record(for: use), environment: .live)
        case (.postgres(let url), _):
            try await PostgresStore(url: url, recordingIn: record(for: use), environment: .live, metrics: metrics)
        }
    }

    /// Returns the file for a use of the store: commands compare only, because another user may run them.
    private func record(for use: StoreUse) -> DatabaseServerFile {
        switch use {
        case .server:
            DatabaseServerFile(serverFile, for: acceptsServer ? .replace : .record) { [logger] problem in
                if let problem {
                    logger.warning("database server not recorded", metadata: ["reason": "\(problem)"])
                } else {
                    logger.notice("database server recorded again")
                }
            }
        case .check: DatabaseServerFile(serverFile, for: acceptsServer ? .ignore : .compare)
        case .administration: DatabaseServerFile(serverFile, for: .compare)
        }
    }
}

extension RetryTiming {
    /// The real clock and random delays.
    fileprivate static let live = RetryTiming(
        wait: { try await Task.sleep(for: $0) },
        random: { Double.random(in: 0..<1) }
    )
}

extension CommandContext {
    /// Writes to standard output, or ends the process, whose result would be incomplete.
    private static func write(result: String) {
        do { try FileHandle.standardOutput.write(contentsOf: Data(result.utf8)) } catch {
            let message = "gatehouse: Standard output can't be written. Is its disk full, or its reader gone?\n"
            try? FileHandle.standardError.write(contentsOf: Data(message.utf8))
            exit(ExitStatus.failure.rawValue)
        }
    }
}

extension RandomSource {
    /// The operating system's generator.
    static let system = RandomSource { count in
        var bytes = Data(count: count)
        // `getentropy` returns at most 256 bytes per call.
        for start in stride(from: 0, to: count, by: 256) {
            let isFilled = unsafe bytes[start..<min(start + 256, count)].withUnsafeMutableBytes { part in
                unsafe getentropy(part.baseAddress, part.count) == 0
            }
            precondition(isFilled, "The system's random number generator failed.")
        }
        return bytes
    }
}

/// The transport of the process, created with the first request.
///
/// Foundation creates cache and cookie folders in the home folder with the first session; administration needs none.
struct SharedTransport: HTTPTransport {
    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        try await URLSessionTransport.shared.send(request, body: body)
    }
}
