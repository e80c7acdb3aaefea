import ArgumentParser
import Foundation
import Gatehouse

/// Which server and which client a command of the terminal session is about.
struct SessionOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp("The server; by default the one of the last sign-in (GATEHOUSE_ISSUER).", valueName: "url")
    )
    var issuer: String?

    @Option(
        name: .customLong("client-id"),
        help: ArgumentHelp(
            "The client to sign in with; gatehouse-cli by default (GATEHOUSE_CLIENT_ID).",
            valueName: "id"
        )
    )
    var clientID: String?

    /// Whether somebody has said which client, and not only the last sign-in.
    func namesClient(in context: CommandContext) -> Bool {
        clientID != nil || context.environment["GATEHOUSE_CLIENT_ID"] != nil
    }

    /// From the command line before the environment before the last sign-in.
    func profile(in context: CommandContext) -> SessionProfile? {
        let environment = context.environment
        let last = SessionProfile.load(environment: environment)
        guard let issuer = issuer ?? environment["GATEHOUSE_ISSUER"] ?? last?.issuer else { return nil }
        let remembered = last?.issuer == issuer ? last?.client : nil
        return SessionProfile(
            issuer: issuer,
            client: clientID ?? environment["GATEHOUSE_CLIENT_ID"] ?? remembered ?? "gatehouse-cli"
        )
    }

    /// The client for a command that needs somebody to be signed in.
    func client(in context: CommandContext) throws(CommandFailure) -> GatehouseClient {
        guard let profile = profile(in: context) else { throw .signInNeeded }
        return try context.client(for: profile)
    }

    /// The session that is current.
    func session(of client: GatehouseClient) async throws(CommandFailure) -> Session {
        let session: Session?
        do throws(AuthError) { session = try await client.session() } catch { throw CommandFailure(error) }
        guard let session else { throw await Self.noSession(of: client) }
        return session
    }

    /// Nobody is signed in, or somebody who is not the current account.
    private static func noSession(of client: GatehouseClient) async -> CommandFailure {
        guard let others = await otherAccounts(of: client) else { return .signInNeeded }
        return CommandFailure(
            "No account is the current one, though \(others).",
            advice: "'gatehouse account switch' chooses one.",
            status: .signInNeeded
        )
    }

    /// Who is signed in here without being current, as the end of a sentence; `nil` where nobody is.
    static func otherAccounts(of client: GatehouseClient) async -> String? {
        guard let accounts = try? await client.accounts(), let first = accounts.first else { return nil }
        let name = AccountSummary(first, isCurrent: false).label
        return accounts.count == 1
            ? "\(name) is still signed in" : "\(name) and \(accounts.count - 1) more are still signed in"
    }
}
