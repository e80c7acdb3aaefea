import ArgumentParser
import Foundation
import Gatehouse

struct TokenCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Print an access token, refreshed if needed.",
        discussion: """
            Example: echo "Authorization: Bearer $(gatehouse token)" | curl -H @- https://api.example.com

            The pipe keeps the token out of the process list, where an option of curl would be visible.
            """
    )

    @OptionGroup var options: SessionOptions

    @Flag(help: "Print the token, its expiry and its scopes as JSON.")
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
        do throws(AuthError) { token = try await session.accessToken() } catch { throw CommandError(error) }
        if json {
            return try context.output.json(Summary(token: token.value, expires: token.expiresAt, scopes: token.scopes))
        }
        context.output.line(token.value)
    }
}
