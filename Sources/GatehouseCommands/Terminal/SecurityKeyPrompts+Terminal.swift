import Foundation
import Gatehouse
import GatehouseSecurityKeys

extension SecurityKeyPrompts {
    /// Returns prompts at the terminal.
    ///
    /// - Parameter output: The output; prompts are not part of a command's result.
    /// - Returns: The prompts.
    static func terminal(_ output: Output) -> SecurityKeyPrompts {
        SecurityKeyPrompts(
            pin: { () throws(AuthError) in
                let pin = try await line("PIN of the security key", isSecret: true, output)
                // The terminal has not echoed the line break.
                if output.isErrorTerminal { output.error("") }
                return pin
            },
            wrongPIN: { output.error("The PIN is wrong.") },
            touch: { output.error("Touch your security key.") },
            choose: { names throws(AuthError) in
                for (index, name) in names.enumerated() { output.error("\(index + 1)  \(name.printable)") }
                while true {
                    let typed = try await line("Account [1-\(names.count)]", isSecret: false, output)
                    guard let number = Int(typed), names.indices.contains(number - 1) else { continue }
                    return number - 1
                }
            }
        )
    }

    /// Prompts until the line is not empty.
    private static func line(
        _ question: String,
        isSecret: Bool,
        _ output: Output
    ) async throws(AuthError) -> String {
        while true {
            let line: String?
            do {
                line = try await LineReader.shared.line(isSecret: isSecret) { output.prompt(question + ": ") }
            } catch {
                throw AuthError(.cancelled, "The sign-in was cancelled.")
            }
            guard let line else { throw AuthError(.cancelled, "The input ended before the sign-in was complete.") }
            if !line.isEmpty { return line }
        }
    }
}
