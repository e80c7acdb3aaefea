import ArgumentParser
import GatehouseServer
import GatehouseWire

struct UserCreate: Command {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create an account with a verified email address.",
        discussion: "Without a password, the user signs in with emailed codes."
    )

    @Option(help: ArgumentHelp("Email address to sign in with", valueName: "address"))
    var email: String

    @Flag(help: "Read the password from the first line of standard input.")
    var passwordStdin = false

    @Option(
        name: .customLong("attribute"),
        help: ArgumentHelp(
            "Attribute, for example given_name=Alex; repeatable. true, false and integers are stored as such.",
            valueName: "name=value"
        )
    )
    var attributes: [String] = []

    @Flag(help: "Print the account as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        var values: [String: JSONValue] = [:]
        for text in attributes {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw CommandError("Attribute '\(text)' isn't NAME=VALUE.", advice: "Example: given_name=Alex")
            }
            let name = ClaimName(rawValue: parts[0])
            guard !ClaimName.notAttributes.contains(name) else {
                throw CommandError(
                    "'\(name)' can't be an attribute: the server sets it.",
                    advice: "Choose another name."
                )
            }
            values[name.rawValue] = JSONValue(attribute: name, typed: parts[1])
        }
        let password = passwordStdin ? try firstLine(of: context.readInput()) : nil
        try UserAdministration.check(email: email, password: password, attributes: values)
        let user = try await StoreAdministration(store, in: context, allowsCreation: true).users.create(
            email: email,
            password: password,
            attributes: values
        )
        if json { return try context.output.json(user) }
        context.output.line("Created account \(user.email ?? email) (\(user.id)). Sign-in: \(user.signInMethods).")
    }

    private func firstLine(of input: String) throws -> String {
        guard let line = input.split(whereSeparator: \.isNewline).first else {
            throw CommandError(
                "No password on standard input.",
                advice: "Pipe it in, or remove --password-stdin."
            )
        }
        return String(line)
    }
}

extension JSONValue {
    /// Creates the value that sign-up would store: text for standard claims, otherwise by the form of the text.
    fileprivate init(attribute name: ClaimName, typed text: String) {
        let standard = [Scope.profile, .phone, .address].flatMap(\.claims) + PostalAddress.names
        self =
            switch (text, Int64(text)) {
            case _ where standard.contains(name): .string(text)
            case ("true", _): true
            case ("false", _): false
            case (_, let number?) where String(number) == text: .integer(number)
            default: .string(text)
            }
    }
}
