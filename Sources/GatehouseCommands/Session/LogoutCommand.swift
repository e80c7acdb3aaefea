import ArgumentParser
import Gatehouse

struct LogoutCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Signs the current account out, here and on the server.",
        discussion: "Works without a network too: the server is then told with the next command."
    )

    @OptionGroup var options: SessionOptions

    @Flag(help: "Prints what was done as JSON.")
    var json = false

    private struct Summary: Encodable {
        let device: Bool
        let server: Bool
    }

    func run(in context: CommandContext) async throws {
        var result: SignOutResult?
        var account: Account?
        var others: String?
        if options.profile(in: context) != nil {
            let client = try options.client(in: context)
            account = try? await client.session()?.account
            do throws(AuthError) { result = try await client.signOut() } catch { throw CommandFailure(error) }
            others = await SessionOptions.otherAccounts(of: client)
        }
        if json {
            return try context.output.json(
                Summary(device: result?.device == .forgotten, server: result?.server == .told)
            )
        }
        defer {
            if let others { context.output.error("Here \(others); 'gatehouse account switch' chooses one.") }
        }
        guard result?.device == .forgotten else {
            return context.output.line(others == nil ? "Nobody was signed in." : "No account was the current one.")
        }
        context.output.line("Signed out\(account.map { " " + AccountSummary($0, isCurrent: false).label } ?? "").")
        if case .later = result?.server {
            context.output.error("The server could not be reached; the next command tells it.")
        }
    }
}
