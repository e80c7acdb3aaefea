import ArgumentParser
import GatehouseServer
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
            "Something about the person, such as given_name=Alex; may be repeated. true, false and whole numbers are stored as such.",
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
            let name = ClaimName(rawValue: parts[0])
            guard !ClaimName.notAttributes.contains(name) else {
                throw CommandFailure(
                    "\(name) cannot be an attribute: only the server says it.",
                    advice: "Choose another name."
                )
            }
            values[name.rawValue] = JSONValue(attribute: name, typed: parts[1])
        }
        let password = passwordStdin ? try firstLine(of: context.readInput()) : nil
        try Administration.check(email: email, password: password, attributes: values)
        let user = try await Administration(store, in: context, mayMakeData: true).createUser(
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

extension JSONValue {
    /// The value that sign-up would store: what the standard knows is text, anything else is what it looks like.
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
