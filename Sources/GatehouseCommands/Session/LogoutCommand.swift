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
        if options.profile(in: context) != nil {
            let client = try options.client(in: context)
            do throws(AuthError) { result = try await client.signOut() } catch { throw CommandFailure(error) }
        }
        if json {
            return try context.output.json(
                Summary(device: result?.device == .forgotten, server: result?.server == .told)
            )
        }
        guard result?.device == .forgotten else { return context.output.line("Nobody was signed in.") }
        context.output.line("Signed out.")
        if case .later = result?.server {
            context.output.error("The server could not be reached; the next command tells it.")
        }
    }
}
