import ArgumentParser

/// The confirmation prompt before a deletion, and the option that skips it.
struct ConfirmationOptions: ParsableArguments, Sendable {
    @Flag(help: "Skip the confirmation prompt; required without a terminal.")
    var yes = false

    /// Prompts for confirmation and returns once the operator confirms.
    ///
    /// - Parameters:
    ///   - loss: The consequences, as a sentence.
    ///   - question: The question, without its question mark.
    ///   - context: The terminal.
    /// - Throws: ``CommandError`` if the operator declines or there is no terminal.
    func confirm(_ loss: String, _ question: String, in context: CommandContext) async throws {
        guard !yes else { return }
        guard context.isInteractive else {
            throw CommandError("\(loss) Nothing was changed.", advice: "Add --yes to continue.")
        }
        context.output.error(loss.printable)
        let answer = try await context.readLine("\(question)? [y/N] ".printable, false)
        guard ["y", "yes"].contains((answer ?? "").lowercased().filter { !$0.isWhitespace }) else {
            throw CommandError("Cancelled. Nothing was changed.", status: .cancelled)
        }
    }

    /// Returns a number with its noun, such as "1 session" or "12,345 sessions".
    static func count(_ number: Int, one singular: String, other plural: String) -> String {
        number == 1 ? "1 \(singular)" : "\(number) \(plural)"
    }
}
