import ArgumentParser
import Foundation

struct UserList: Command {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the accounts.")

    @Flag(help: "Prints a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let administration = try await Administration(store, in: context)
        var users: [UserSummary] = []
        try await administration.eachUser { users.append($0) }
        if json { return try context.output.json(users) }
        var table = Table("ACCOUNT", "USER NAME", "E-MAIL", "PHONE", "SIGNS IN BY", "CREATED")
        for user in users {
            table.add(
                user.id,
                user.username,
                UserSummary.address(user.email, pending: user.pendingEmail),
                UserSummary.address(user.phone, pending: user.pendingPhone),
                user.waysIn,
                user.created.formatted(.iso8601)
            )
        }
        table.write(to: context.output, empty: "No accounts.")
    }
}
