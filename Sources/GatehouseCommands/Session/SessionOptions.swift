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
    func session(in context: CommandContext) async throws(CommandFailure) -> Session {
        let client = try client(in: context)
        let session: Session?
        do throws(AuthError) { session = try await client.session() } catch { throw CommandFailure(error) }
        guard let session else { throw .signInNeeded }
        return session
    }
}
