#if LOOPBACK
public import Foundation

/// A launcher for the user's browser: the command in `$BROWSER`, or the default of the desktop.
///
/// The page is an argument of the command, so other users of the machine can read it in the process list: see
/// <doc:GettingStarted#On-shared-machines>.
public struct SystemBrowserLauncher: BrowserLauncher {
    private let commands: [[String]]

    /// Creates a launcher from the environment of the process.
    ///
    /// `BROWSER` contains commands separated by colons, tried in order; `%s` in a command stands for the page, which is
    /// otherwise appended.
    public init() {
        self.init(environment: ProcessInfo.processInfo.environment)
    }

    /// Creates a launcher from an environment.
    package init(environment: [String: String]) {
        #if canImport(AppKit)
        self.init(environment: environment, fallback: ["/usr/bin/open"])
        #else
        self.init(environment: environment, fallback: ["xdg-open"])
        #endif
    }

    init(environment: [String: String], fallback: [String]) {
        let named = (environment["BROWSER"] ?? "").split(separator: ":").map {
            $0.split(separator: " ").map(String.init)
        }
        commands = named + [fallback]
    }

    /// Opens a page.
    ///
    /// - Parameter url: The page.
    /// - Throws: ``AuthError`` with the code ``AuthErrorCode/browserUnavailable`` if no command could be started or
    ///   all failed.
    public func open(_ url: URL) async throws(AuthError) {
        var failures: [String] = []
        for command in commands {
            guard let program = command.first else { continue }
            switch await run(command, with: url.absoluteString) {
            case 0?: return
            case let status?: failures.append("\(program) exited with status \(status)")
            case nil: failures.append("\(program) could not be started")
            }
            if Task.isCancelled { throw .cancelled() }
        }
        throw AuthError(
            .browserUnavailable,
            "No browser could be opened. Set BROWSER, open the page yourself, or sign in with a device code.",
            recovery: .none,
            underlying: failures.joined(separator: "; ")
        )
    }

    /// Runs a command and returns its status; `nil` if it could not be started, 0 if the wait was cancelled.
    private func run(_ command: [String], with page: String) async -> Int32? {
        var words = command.map { $0.replacing("%s", with: page) }
        if words == command { words.append(page) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let end = Promise<Int32>()
        process.terminationHandler = { end.resolve($0.terminationStatus) }
        guard (try? process.run()) != nil else { return nil }
        return await end.value ?? 0
    }
}
#endif
