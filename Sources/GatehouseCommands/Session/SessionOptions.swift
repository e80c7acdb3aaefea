import ArgumentParser
import Foundation
import Gatehouse

/// The options that select the server and client of a session command.
struct SessionOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp("Server URL (default: the last sign-in's) [env: GATEHOUSE_ISSUER]", valueName: "url")
    )
    var issuer: String?

    @Option(
        name: .customLong("client-id"),
        help: ArgumentHelp(
            "Client ID (default: gatehouse-cli) [env: GATEHOUSE_CLIENT_ID]",
            valueName: "id"
        )
    )
    var clientID: String?

    /// Returns whether the client was set explicitly rather than by the last sign-in.
    func namesClient(in context: CommandContext) -> Bool {
        clientID != nil || context.environment["GATEHOUSE_CLIENT_ID"] != nil
    }

    /// Returns the server and client, in order of precedence: command line, environment, last sign-in.
    func profile(in context: CommandContext) -> SessionProfile? {
        let environment = context.environment
        let last = SessionProfile.load(environment: environment)
        guard let issuer = issuer ?? environment["GATEHOUSE_ISSUER"] ?? last?.issuer else { return nil }
        let lastClient = last?.issuer == issuer ? last?.client : nil
        let client = clientID ?? environment["GATEHOUSE_CLIENT_ID"] ?? lastClient ?? "gatehouse-cli"
        return SessionProfile(issuer: issuer, client: client, method: client == lastClient ? last?.method : nil)
    }

    /// Returns the client for a command that requires a sign-in.
    func client(in context: CommandContext) throws(CommandError) -> GatehouseClient {
        guard let profile = profile(in: context) else { throw .signInNeeded }
        return try context.client(for: profile)
    }

    /// Returns the current session.
    func session(of client: GatehouseClient) async throws(CommandError) -> Session {
        let session: Session?
        do throws(AuthError) { session = try await client.session() } catch { throw CommandError(error) }
        guard let session else { throw await Self.noSession(of: client) }
        return session
    }

    /// Returns the error for a missing current session, depending on other signed-in accounts.
    private static func noSession(of client: GatehouseClient) async -> CommandError {
        guard let others = await otherAccounts(of: client) else { return .signInNeeded }
        return CommandError(
            "No current account, but \(others).",
            advice: "Choose one: gatehouse account switch",
            status: .signInNeeded
        )
    }

    /// Returns a clause that names the other signed-in accounts; `nil` if there are none.
    static func otherAccounts(of client: GatehouseClient) async -> String? {
        guard let accounts = try? await client.accounts(), let first = accounts.first else { return nil }
        let name = AccountSummary(first, isCurrent: false).label
        return accounts.count == 1
            ? "\(name) is still signed in" : "\(name) and \(accounts.count - 1) more are still signed in"
    }
}

/// The server and client of the last `login`, the default of the other commands.
package struct SessionProfile: Sendable, Equatable, Codable {
    /// The way in which the user signed in.
    package enum Method: String, Sendable, Codable {
        case browser, address, device, terminal, passkey
    }

    package var issuer: String
    package var client: String
    /// The way in which the user signs in again; `nil` for a sign-in with an earlier version.
    package var method: Method?

    package init(issuer: String, client: String, method: Method? = nil) {
        self.issuer = issuer
        self.client = client
        self.method = method
    }

    /// Loads the profile that `login` saved, if it is readable.
    package static func load(environment: [String: String]) -> SessionProfile? {
        guard let file = file(environment), let data = try? Data(contentsOf: file) else { return nil }
        return try? JSONDecoder().decode(SessionProfile.self, from: data)
    }

    /// Saves the profile for the next command.
    package func save(environment: [String: String]) throws(CommandError) {
        guard let file = Self.file(environment) else { return }
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try JSONEncoder().encode(self).write(to: file, options: .atomic)
        } catch {
            throw CommandError(
                "Signed in, but '\(file.path)' can't be written.",
                advice: "Add --issuer and --client-id to the next command."
            )
        }
    }

    private static func file(_ environment: [String: String]) -> URL? {
        let folder =
            if let configured = environment["XDG_CONFIG_HOME"], configured.hasPrefix("/") { configured } else {
                environment["HOME"].map { $0 + "/.config" }
            }
        return folder.map { URL(filePath: $0).appending(path: "gatehouse/profile.json") }
    }
}

extension CommandContext {
    /// Returns the client for a profile; only a command that passes a browser opens pages.
    func client(
        for profile: SessionProfile,
        browser: (any BrowserLauncher)? = nil
    ) throws(CommandError) -> GatehouseClient {
        let issuer = try Issuer(parsing: profile.issuer)
        guard let url = URL(string: issuer.text) else {
            throw CommandError("Issuer '\(profile.issuer)' isn't a valid URL.", advice: "Set --issuer to a URL.")
        }
        return makeClient(url, profile.client, browser)
    }
}
