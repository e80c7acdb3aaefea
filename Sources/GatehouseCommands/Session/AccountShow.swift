import ArgumentParser
import Gatehouse
import GatehouseWire

struct AccountShow: Command {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show your account.")

    @OptionGroup var options: SessionOptions

    @Flag(help: "Print the account as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let details = try await SignedInUser(options, in: context).perform { account throws(AuthError) in
            try await account.details()
        }
        if json { return try context.output.json(details) }
        var table = Table("NAME", "VALUE")
        table.add("account", details.subject)
        if let username = details.username { table.add("username", username.printable) }
        for address in details.addresses {
            table.add(address.kind.rawValue, address.value.printable + (address.isPrimary ? " (primary)" : ""))
        }
        for attribute in details.attributes {
            guard let value = attribute.value else { continue }
            table.add(attribute.name.rawValue.printable, value.shortText.printable)
        }
        if let language = details.language { table.add("language", language.printable) }
        table.add("created", details.createdAt.text)
        table.write(to: context.output, empty: "")
    }
}

extension JSONValue {
    /// The text of a string, otherwise the JSON.
    fileprivate var shortText: String {
        string ?? String(decoding: JSONCoding.encode(self), as: UTF8.self)
    }
}
