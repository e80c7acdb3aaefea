import ArgumentParser
import GatehouseWire

struct UserCreate: Command {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Creates an account with a verified e-mail address.",
        discussion: "Without a password the person signs in with a code by mail."
    )

    @Option(help: ArgumentHelp("The address the person signs in with.", valueName: "address"))
    var email: String

    @Flag(help: "Reads the password from the first line of standard input.")
    var passwordStdin = false

    @Option(
        name: .customLong("attribute"),
        help: ArgumentHelp(
            "Something about the person, such as given_name=Alex; may be repeated.",
            valueName: "name=value"
        )
    )
    var attributes: [String] = []

    @Flag(help: "Prints the account as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        var values: [String: JSONValue] = [:]
        for text in attributes {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw CommandFailure("The attribute \(text) is not NAME=VALUE.", advice: "Write it as given_name=Alex.")
            }
            values[parts[0]] = .string(parts[1])
        }
        let password = passwordStdin ? try firstLine(of: context.readInput()) : nil
        let user = try await Administration(store, in: context).createUser(
            email: email,
            password: password,
            attributes: values
        )
        if json { return try context.output.json(user) }
        context.output.line("Created account \(user.id) for \(user.email ?? email).")
    }

    private func firstLine(of input: String) throws -> String {
        guard let line = input.split(whereSeparator: \.isNewline).first else {
            throw CommandFailure(
                "There is no password on standard input.",
                advice: "Pipe it in, or leave --password-stdin out."
            )
        }
        return String(line)
    }
}
