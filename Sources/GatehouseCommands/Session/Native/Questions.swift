import Gatehouse

/// Asks the person at the terminal; questions and remarks are no part of a command's result.
struct Questions: Sendable {
    let context: CommandContext

    /// One line, asked for again until there is something in it.
    func text(_ question: String) async throws -> String {
        while true {
            let line = try await answer(question)
            if !line.isEmpty { return line }
        }
    }

    /// One line, which may be empty.
    func answer(_ question: String) async throws -> String {
        try await line(question, isSecret: false).trimming { $0 == " " || $0 == "\t" }
    }

    /// A password that there is.
    func password(_ question: String = "Password") async throws -> String {
        while true {
            let line = try await line(question, isSecret: true)
            // The end of the line was not shown either.
            if context.output.isErrorTerminal { context.output.error("") }
            if !line.isEmpty { return line }
        }
    }

    /// A password that is new, typed twice.
    func newPassword() async throws -> String {
        while true {
            let first = try await password("Choose a password")
            if try await password("The same again") == first { return first }
            say("These were two different passwords.")
        }
    }

    /// Yes or no; an empty line where there need be no answer.
    func decision(_ question: String, isRequired: Bool) async throws -> Bool? {
        while true {
            switch try await answer(question + " [y/n]").lowercased() {
            case "y", "yes": return true
            case "n", "no": return false
            case "" where !isRequired: return nil
            default: say("Type y or n.")
            }
        }
    }

    /// A remark.
    func say(_ text: String) {
        context.output.error(text.printable)
    }

    private func line(_ question: String, isSecret: Bool) async throws -> String {
        guard let line = try await context.readLine(question + ": ", isSecret) else {
            throw CommandFailure("The input has ended before the sign-in.", status: .cancelled)
        }
        return line
    }
}

extension String {
    fileprivate func trimming(_ isSpace: (Character) -> Bool) -> String {
        String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
