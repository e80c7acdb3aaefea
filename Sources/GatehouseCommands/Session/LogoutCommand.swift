import ArgumentParser
import Gatehouse

struct LogoutCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "logout",
        abstract: "Sign out of the current account.",
        discussion: "Works offline; the next command notifies the server."
    )

    @OptionGroup var options: SessionOptions

    @Flag(help: "Print the result as JSON.")
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
            account = try? await client.session()?.account.info
            do throws(AuthError) { result = try await client.signOut() } catch { throw CommandError(error) }
            others = await SessionOptions.otherAccounts(of: client)
        }
        if json {
            return try context.output.json(
                Summary(device: result?.device == .removed, server: result?.server == .revoked)
            )
        }
        defer {
            if let others { context.output.error("Note: \(others). Switch: gatehouse account switch") }
        }
        guard result?.device == .removed else {
            return context.output.line(others == nil ? "You were not signed in." : "There was no current account.")
        }
        context.output.line("Signed out\(account.map { " " + AccountSummary($0, isCurrent: false).label } ?? "").")
        if case .pending = result?.server {
            context.output.error("The server couldn't be reached. The next command notifies it.")
        }
    }
}
