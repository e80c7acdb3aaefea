import ArgumentParser
import GatehouseStore

/// Parses a command line, runs its verb and turns whatever goes wrong into one line and an exit status.
package struct CommandRunner: Sendable {
    private let context: CommandContext

    package init(context: CommandContext) {
        self.context = context
    }

    /// Runs the verb that the arguments, without the name of the program, ask for.
    package func run(_ arguments: [String]) async -> ExitStatus {
        let clients = UsedClients()
        let status = await run(arguments, in: clients.recorded(by: context))
        await clients.finish()
        do throws(StoreError) {
            try await context.openedStores.close()
            return status
        } catch {
            let failure = report(CommandFailure(closing: error))
            return status == .success ? failure : status
        }
    }

    private func run(_ arguments: [String], in context: CommandContext) async -> ExitStatus {
        do {
            var command = try GatehouseCommand.parseAsRoot(arguments)
            if let command = command as? any Command {
                try await command.run(in: context)
            } else {
                try command.run()
            }
            return .success
        } catch let failure as CommandFailure {
            return report(failure)
        } catch is CancellationError {
            return report(CommandFailure("Cancelled.", status: .cancelled))
        } catch {
            return report(parsing: error, of: arguments)
        }
    }

    private func report(_ failure: CommandFailure) -> ExitStatus {
        context.output.error("gatehouse: \(failure.line)")
        return failure.status
    }

    /// What the parser throws: a wish for help or the version, or a mistake on the command line.
    private func report(parsing error: any Error, of arguments: [String]) -> ExitStatus {
        let text = GatehouseCommand.fullMessage(for: error)
        guard GatehouseCommand.exitCode(for: error) != .success else {
            context.output.line(text)
            return .success
        }
        let first = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "The command failed."
        let cause = first.hasPrefix("Error: ") ? String(first.dropFirst("Error: ".count)) : first
        let message = UnknownVerb(in: arguments)?.message ?? cause
        let usage = text.split(whereSeparator: \.isNewline).first { $0.contains("--help' for more information") }
        let advice = usage.map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
        let isSentence = message.hasSuffix(".") || message.hasSuffix("?")
        return report(CommandFailure(isSentence ? message : message + ".", advice: advice))
    }
}
