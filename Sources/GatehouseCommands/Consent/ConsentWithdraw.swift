import ArgumentParser

struct ConsentWithdraw: Command {
    static let configuration = CommandConfiguration(
        commandName: "withdraw",
        abstract: "Withdraws the consent of an account for an app, and ends their sessions.",
        discussion: "The app's tokens for the account stop working, and the next sign-in asks for consent again."
    )

    @Argument(help: "The account's e-mail address, phone number (+81…), user name or identifier.")
    var user: String

    @Argument(help: "The identifier of the client.")
    var client: String

    @OptionGroup var confirmation: ConfirmationOptions

    @Flag(help: "Prints the withdrawn consent as JSON.")
    var json = false

    @OptionGroup(title: "Server") var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let administration = try await Administration(store, in: context)
        let (consent, sessions) = try await administration.consent(of: user, for: client)
        let count = ConfirmationOptions.count(sessions, "session", "sessions")
        try await confirmation.confirm(
            "Withdrawing the consent of \(user) for client \(client) ends \(count).",
            "Withdraw it",
            in: context
        )
        try await administration.withdraw(consent)
        if json { return try context.output.json(ConsentSummary(consent)) }
        context.output.line("Withdrew the consent of \(user) for client \(client).")
    }
}
