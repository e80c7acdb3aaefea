import ArgumentParser
import Foundation
import Gatehouse

struct TokenCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Print an access token, refreshed if needed.",
        discussion: """
            A registered API has tokens of its own. Name it, and its scopes, at the sign-in:

            gatehouse login --resource https://api.example.com --scope 'profile email orders:read'
            echo "Authorization: Bearer $(gatehouse token --resource https://api.example.com)" \\
              | curl -H @- https://api.example.com/orders

            The pipe keeps the token out of the process list, where an option of curl would be visible.
            """
    )

    @Option(help: ArgumentHelp("API that the token is for, which the sign-in has named", valueName: "identifier"))
    var resource: String?

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
        do throws(AuthError) {
            token =
                if let resource { try await session.accessToken(forResource: resource) } else {
                    try await session.accessToken()
                }
        } catch {
            throw CommandError(error)
        }
        if json {
            return try context.output.json(Summary(token: token.value, expires: token.expiresAt, scopes: token.scopes))
        }
        context.output.line(token.value)
    }
}
