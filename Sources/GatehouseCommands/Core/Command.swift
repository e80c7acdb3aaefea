package import ArgumentParser

/// A verb of the command line: parsed arguments that do their work with nothing but a context.
package protocol Command: ParsableCommand, Sendable {
    func run(in context: CommandContext) async throws
}
