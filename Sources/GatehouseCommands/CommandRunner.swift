import ArgumentParser
import Gatehouse
import GatehouseConcurrency
import GatehouseMetrics
import GatehouseStore

/// Parses a command line, runs its command and turns errors into one line and an exit status.
package struct CommandRunner: Sendable {
    private let context: CommandContext

    package init(context: CommandContext) {
        self.context = context
        context.instruments.registry.inform(.build, labels: [GatehouseCommand.configuration.version])
    }

    /// Runs the command that the arguments select; `arguments` excludes the program name.
    package func run(_ arguments: [String]) async -> ExitStatus {
        let clients = UsedClients()
        let status = await run(arguments, in: clients.recorded(by: context))
        await clients.finish()
        do throws(StoreError) {
            try await context.openedStores.close()
            return status
        } catch {
            let failure = report(CommandError(closing: error))
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
        } catch let failure as CommandError {
            return report(failure)
        } catch is CancellationError {
            return report(CommandError("Cancelled.", status: .cancelled))
        } catch {
            return report(parsing: error, of: arguments)
        }
    }

    private func report(_ failure: CommandError) -> ExitStatus {
        context.output.error("gatehouse: " + failure.lines.joined(separator: "\n"))
        return failure.status
    }

    /// Reports an error of the parser: a request for help or the version, or a usage error.
    private func report(parsing error: any Error, of arguments: [String]) -> ExitStatus {
        let text = GatehouseCommand.fullMessage(for: error)
        guard GatehouseCommand.exitCode(for: error) != .success else {
            context.output.line(text)
            return .success
        }
        let first = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "The command failed."
        let cause = first.hasPrefix("Error: ") ? String(first.dropFirst("Error: ".count)) : first
        let message = UnknownCommandError(in: arguments)?.message ?? cause
        let usage = text.split(whereSeparator: \.isNewline).first { $0.contains("--help' for more information") }
        let advice = usage.map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
        let isSentence = message.hasSuffix(".") || message.hasSuffix("?")
        return report(CommandError(isSentence ? message : message + ".", advice: advice))
    }
}

/// The clients that a command has used, whose background work ends before the process does.
final class UsedClients: Sendable {
    /// The time limit for delivering pending sign-outs.
    private static let limit = Duration.seconds(3)

    private let clients = Mutex<[GatehouseClient]>([])

    /// Returns a context that records the clients it creates.
    func recorded(by context: CommandContext) -> CommandContext {
        var context = context
        context.makeClient = { [makeClient = context.makeClient] issuer, clientID, browser in
            let client = makeClient(issuer, clientID, browser)
            self.clients.withLock { $0.append(client) }
            return client
        }
        return context
    }

    /// Waits for pending refreshes and sign-outs, for a bounded time.
    func finish() async {
        for client in clients.withLock({ $0 }) {
            await client.waitForPendingWork(within: Self.limit)
        }
    }
}
