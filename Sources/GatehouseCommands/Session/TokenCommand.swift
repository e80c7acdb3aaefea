import ArgumentParser
import Foundation
import Gatehouse

struct TokenCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Prints an access token, refreshed when it has expired.",
        discussion: """
            For example: echo "Authorization: Bearer $(gatehouse token)" | curl -H @- https://api.example.com

            The shell itself writes the token into the pipe. As an option of curl it could be read in the list of processes.
            """
    )

    @OptionGroup var options: SessionOptions

    @Flag(help: "Prints the token, when it expires and its scopes as JSON.")
    var json = false

    private struct Summary: Encodable {
        let token: String
        let expires: Date
        let scopes: ScopeSet
    }

    func run(in context: CommandContext) async throws {
        let client = try options.client(in: context)
        let session = try await options.session(of: client)
        let token: AccessToken
        do throws(AuthError) { token = try await session.accessToken() } catch { throw CommandFailure(error) }
        if json {
            return try context.output.json(Summary(token: token.value, expires: token.expiresAt, scopes: token.scopes))
        }
        context.output.line(token.value)
    }
}
