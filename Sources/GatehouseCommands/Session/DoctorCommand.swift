import ArgumentParser
import Foundation
import Gatehouse

struct DoctorCommand: Command {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Says how the terminal's session is doing, and what to do where it is not well.",
        discussion: """
            It shows no token, no address and no name, so that its output can go into a support ticket as it is. \
            Exit status: 0 when all is well, 1 when there is something to do, 4 when nobody has signed in here yet and --issuer does not say \
            which server to look at.
            """
    )

    @OptionGroup var options: SessionOptions

    @Flag(help: "Prints everything as JSON.")
    var json = false

    func run(in context: CommandContext) async throws {
        let client = try options.client(in: context)
        _ = try? await client.session()
        let reached = await reach(client)
        await client.finishBackgroundWork()
        let report = DoctorReport(await client.diagnostics(), reached: reached)
        if json { try context.output.json(report) } else { report.write(to: context.output) }
        let count = report.advice.count
        guard count == 0 else {
            throw CommandFailure(count == 1 ? "There is one thing to do." : "There are \(count) things to do.")
        }
    }

    private func reach(_ client: GatehouseClient) async -> AuthError? {
        do throws(AuthError) {
            try await client.reachServer()
            return nil
        } catch {
            return error
        }
    }
}
