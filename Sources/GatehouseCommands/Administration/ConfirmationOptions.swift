import ArgumentParser

/// The question before a command deletes something, and the option that answers it.
struct ConfirmationOptions: ParsableArguments, Sendable {
    @Flag(help: "Does not ask for confirmation; needed where there is no terminal to ask at.")
    var yes = false

    /// Returns once the operator agrees.
    ///
    /// - Parameters:
    ///   - loss: The consequences, as a sentence.
    ///   - question: The question, without its question mark.
    ///   - context: The terminal.
    /// - Throws: ``CommandFailure`` when the operator declines or cannot be asked.
    func confirm(_ loss: String, _ question: String, in context: CommandContext) async throws {
        guard !yes else { return }
        guard context.isInteractive else {
            throw CommandFailure("\(loss) Nothing was changed.", advice: "Add --yes to go ahead.")
        }
        context.output.error(loss.printable)
        let answer = try await context.readLine("\(question)? [y/N] ".printable, false)
        guard ["y", "yes"].contains((answer ?? "").lowercased().filter { !$0.isWhitespace }) else {
            throw CommandFailure("Cancelled. Nothing was changed.", status: .cancelled)
        }
    }

    /// Returns a number with its noun, such as "1 session" or "12,345 sessions".
    static func count(_ number: Int, _ singular: String, _ plural: String) -> String {
        number == 1 ? "1 \(singular)" : "\(number) \(plural)"
    }
}
