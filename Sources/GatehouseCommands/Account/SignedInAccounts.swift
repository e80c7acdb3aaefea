import Gatehouse

/// The accounts that are signed in here, with the client that knows them.
struct SignedInAccounts: Sendable {
    let client: GatehouseClient
    let accounts: [Account]
    let current: Account?

    init(_ options: SessionOptions, in context: CommandContext) async throws(CommandFailure) {
        client = try options.client(in: context)
        do throws(AuthError) {
            accounts = try await client.accounts()
            current = try await client.session()?.account
        } catch {
            throw CommandFailure(error)
        }
    }

    var summaries: [AccountSummary] {
        accounts.map { AccountSummary($0, isCurrent: $0.id == current?.id) }
    }

    /// The account with this e-mail address or identifier; without a name the other one of two.
    func account(named name: String?) throws(CommandFailure) -> Account {
        guard !accounts.isEmpty else { throw .signInNeeded }
        let matches = accounts.filter { account in
            if let name { account.id == name || account.email == name } else { account.id != current?.id }
        }
        guard let match = matches.first else {
            throw CommandFailure(
                name.map { "No account \($0) is signed in here." } ?? "Only one account is signed in here.",
                advice: "'gatehouse login' adds one."
            )
        }
        guard matches.count == 1 else {
            throw CommandFailure(
                "There are several accounts to switch to.",
                advice: "'gatehouse account list' shows them; name one."
            )
        }
        return match
    }
}
