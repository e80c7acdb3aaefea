import ArgumentParser
import Foundation
import GatehouseWire

struct ConsentList: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the consents of an account, newest first.",
        discussion: "Apps that ask for no consent, such as your own, are not listed."
    )

    @Argument(help: "The account's e-mail address, phone number (+81…), user name or identifier.")
    var user: String

    @Flag(help: "Prints a JSON array.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let consents = try await Administration(store, in: context).consents(of: user)
        if json { return try context.output.json(consents) }
        var table = Table("CLIENT ID", "GRANTED", "SCOPE", "DECLINED")
        for consent in consents {
            table.add(
                consent.client,
                consent.granted.formatted(.iso8601),
                consent.scope.description,
                consent.declined.description
            )
        }
        table.write(to: context.output, empty: "No consents.")
    }
}
