import GatehouseCommands
import Testing

@Suite struct OutputTests {
    private func output(isTerminal: Bool, _ environment: [String: String] = [:]) -> Output {
        Output(
            isTerminal: isTerminal,
            isErrorTerminal: isTerminal,
            environment: environment,
            write: { _ in },
            writeError: { _ in }
        )
    }

    @Test func usesColorOnTerminal() {
        #expect(output(isTerminal: true).styled("x", .bold) == "\u{1B}[1mx\u{1B}[0m")
    }

    @Test func usesNoColorInPipe() {
        #expect(output(isTerminal: false).styled("x", .bold) == "x")
    }

    @Test func respectsNoColorVariable() {
        #expect(output(isTerminal: true, ["NO_COLOR": "1"]).styled("x", .bold) == "x")
        #expect(output(isTerminal: true, ["NO_COLOR": ""]).styled("x", .bold) != "x")
        #expect(output(isTerminal: true, ["TERM": "dumb"]).styled("x", .bold) == "x")
    }

    @Test func printsEmptyJSONOnOneLine() throws {
        let terminal = Terminal()
        try terminal.output.json([String]())
        #expect(terminal.printed == "[]\n")
        try terminal.output.json(["a": [], "b": ["[\n]", "{}"]] as [String: [String]])
        #expect(terminal.printed == "{\n  \"a\" : [],\n  \"b\" : [\n    \"[\\n]\",\n    \"{}\"\n  ]\n}\n")
    }

    @Test func showsProgressOnlyOnTerminal() {
        let terminal = Terminal(isTerminal: true)
        terminal.output.progress("half")
        #expect(terminal.errorOutput == "half\n")
        let script = Terminal()
        script.output.progress("half")
        #expect(script.errorOutput == "")
    }
}
