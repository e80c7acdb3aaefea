import Gatehouse
import GatehouseCommands
import GatehouseStore
import Testing

@Suite struct CommandErrorTests {
    /// Messages contain text from servers, which can be hostile.
    @Test(arguments: [
        "\u{1B}[31mred", "\u{1B}]0;title\u{7}", "\u{202E}backwards", "\u{9B}2J", "two\nlines\u{2028}three",
    ])
    func replacesControlCharacters(_ text: String) {
        let line = CommandError("The server said: \(text).", advice: "Try \(text).").line
        #expect(
            !line.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{202E}", "\u{9B}", "\n", "\u{2028}"].contains($0) }
        )
        #expect(line.hasPrefix("The server said: "))
    }

    @Test func givesNoPathAdviceForExhaustedResources() {
        let line = CommandError(StoreError.exhausted("The disk of the database is full. Free some space.")).line
        #expect(line == "The database can't be used: The disk of the database is full. Free some space.")
    }

    /// The command line stores bearer tokens.
    @Test func explainsThatClientRequiresDPoP() {
        let error = AuthError(
            .requestRejected,
            "A DPoP proof is required.",
            recovery: .fixConfiguration,
            response: AuthError.ServerResponse(httpStatus: 400, error: "invalid_dpop_proof")
        )
        #expect(
            CommandError(error, clientID: "gatehouse-cli").line == """
                A DPoP proof is required. The client requires DPoP, which the command line does not use. \
                Run: gatehouse client update gatehouse-cli --no-require-dpop
                """
        )
    }

    /// The command would be run with the words of the identifier.
    @Test func printsRequestIDOnItsOwnLine() {
        var error = AuthError(.requestRejected, "The session has ended.", recovery: .signInAgain)
        error.requestID = "3187"
        #expect(CommandError(error).lines == ["The session has ended. Run: gatehouse login", "Request ID: 3187"])
        error.requestID = nil
        #expect(CommandError(error).lines.count == 1)
    }

    /// Joiners are part of letters and emoji.
    @Test func keepsInternationalText() {
        let text = "نمی‌خواهم 👩‍👩‍👧 naïve 東京"
        #expect(CommandError(text).line == text)
    }
}
