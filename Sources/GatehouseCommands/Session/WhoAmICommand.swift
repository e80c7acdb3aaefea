import ArgumentParser
import Foundation
import Gatehouse

struct WhoAmICommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "whoami",
        abstract: "Shows who is signed in, fresh from the server."
    )

    @OptionGroup var options: SessionOptions

    @Flag(help: "Prints the claims as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let client = try options.client(in: context)
        let session = try await options.session(of: client)
        let user: User
        do throws(AuthError) { user = try await session.user() } catch { throw CommandFailure(error) }
        if json { return try context.output.json(UserClaims(user)) }
        context.output.line(context.output.styled(user.name ?? user.email ?? user.id, .bold))
        for (label, value) in [("E-mail", user.email), ("Account", user.id), ("Scopes", session.scopes.description)] {
            guard let value else { continue }
            context.output.line(label.padding(toLength: 9, withPad: " ", startingAt: 0) + value)
        }
    }
}
