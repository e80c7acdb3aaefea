#if os(macOS) || os(Linux)
public import Foundation

/// The person's own browser: what `$BROWSER` names, else what the desktop opens pages with.
///
/// The page is an argument of that command, so the other users of the machine can read it in the list of processes: see
/// <doc:GettingStarted#On-machines-that-people-share>.
public struct SystemBrowser: BrowserLauncher {
    private let commands: [[String]]

    /// The browser of the person whose environment this is.
    ///
    /// - Parameter environment: The environment. `BROWSER` holds commands parted by colons, tried in turn; `%s` in one
    ///   stands for the page, which otherwise comes last.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        #if os(macOS)
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
    /// - Throws: ``AuthError`` with the code ``AuthError/Code/noBrowser`` when no command could be started or each of
    ///   them failed.
    public func open(_ url: URL) async throws(AuthError) {
        var failures: [String] = []
        for command in commands {
            guard let program = command.first else { continue }
            switch await run(command, with: url.absoluteString) {
            case 0?: return
            case let status?: failures.append("\(program) ended with status \(status)")
            case nil: failures.append("\(program) could not be started")
            }
            if Task.isCancelled { throw .cancelled() }
        }
        throw AuthError(
            .noBrowser,
            "No browser could be opened. Set BROWSER, open the page yourself, or sign in with a device code.",
            recovery: .none,
            underlying: failures.joined(separator: "; ")
        )
    }

    /// Runs a command to its end; `nil` when it could not be started, 0 when the wait was cancelled.
    private func run(_ command: [String], with page: String) async -> Int32? {
        var words = command.map { $0.replacing("%s", with: page) }
        if words == command { words.append(page) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let end = OneShot<Int32>()
        process.terminationHandler = { end.resolve($0.terminationStatus) }
        guard (try? process.run()) != nil else { return nil }
        return await end.value ?? 0
    }
}
#endif
