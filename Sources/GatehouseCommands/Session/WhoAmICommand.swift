import ArgumentParser
import Foundation
import Gatehouse

struct WhoAmICommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "whoami",
        abstract: "Show the signed-in account."
    )

    @OptionGroup var options: SessionOptions

    @Flag(help: "Print the claims as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let client = try options.client(in: context)
        let session = try await options.session(of: client)
        let user: User
        do throws(AuthError) { user = try await session.user() } catch { throw CommandError(error) }
        if json { return try context.output.json(UserClaims(user)) }
        context.output.line(context.output.styled(user.name ?? user.email ?? user.id, .bold))
        for (label, value) in [("Email", user.email), ("Account", user.id), ("Scopes", session.scopes.description)] {
            guard let value else { continue }
            context.output.line(label.padding(toLength: 9, withPad: " ", startingAt: 0) + value)
        }
    }
}

/// The user's claims as one JSON object, as in the UserInfo response (OpenID Connect Core §5.3.2).
struct UserClaims: Encodable {
    private let user: User

    init(_ user: User) {
        self.user = user
    }

    func encode(to encoder: any Encoder) throws {
        try user.claims.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(user.id, forKey: .sub)
    }

    private enum CodingKeys: CodingKey {
        case sub
    }
}
