import GatehouseCommands
import GatehouseStore
import Testing

@Suite struct CommandFailureTests {
    /// What a server says stands in it, and anybody can run a server.
    @Test(arguments: [
        "\u{1B}[31mred", "\u{1B}]0;title\u{7}", "\u{202E}backwards", "\u{9B}2J", "two\nlines\u{2028}three",
    ])
    func noTextSteersTheTerminal(_ text: String) {
        let line = CommandFailure("The server said: \(text).", advice: "Try \(text).").line
        #expect(
            !line.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{202E}", "\u{9B}", "\n", "\u{2028}"].contains($0) }
        )
        #expect(line.hasPrefix("The server said: "))
    }

    @Test func whatIsUsedUpIsNotTakenForAWrongPath() {
        let line = CommandFailure(StoreError.exhausted("The disk of the database is full. Make room there.")).line
        #expect(line == "The database cannot be used: The disk of the database is full. Make room there.")
    }

    /// A joiner is part of a letter or picture that people use.
    @Test func whatPeopleWriteStaysAsItIs() {
        let text = "نمی‌خواهم 👩‍👩‍👧 naïve 東京"
        #expect(CommandFailure(text).line == text)
    }
}
