import ArgumentParser
import Foundation
import GatehouseWire

struct UserShow: Command {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Shows one account.")

    @Argument(help: "The account's e-mail address, phone number (+81…), user name or identifier.")
    var user: String

    @Flag(help: "Prints the account as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let user = try await Administration(store, in: context).summary(of: user)
        if json { return try context.output.json(user) }
        context.output.line("Account       \(user.id)")
        context.output.line("User name     \(user.username ?? "none")")
        context.output.line("E-mail        \(UserSummary.address(user.email, pending: user.pendingEmail) ?? "none")")
        context.output.line("Phone         \(UserSummary.address(user.phone, pending: user.pendingPhone) ?? "none")")
        context.output.line("Signs in by   \(user.waysIn)")
        context.output.line("Created       \(user.created.formatted(.iso8601))")
        if let disabled = user.disabled { context.output.line("Disabled      \(disabled.formatted(.iso8601))") }
        for (name, value) in user.attributes.sorted(by: { $0.key < $1.key }) {
            context.output.line("\(name): \(value.string ?? String(decoding: WireJSON.encode(value), as: UTF8.self))")
        }
    }
}
