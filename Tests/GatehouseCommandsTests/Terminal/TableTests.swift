import GatehouseCommands
import Testing

@Suite struct TableTests {
    private var table: Table {
        var table = Table("ID", "NAME")
        table.add("a", "Example App")
        table.add("longer", nil)
        return table
    }

    @Test func alignsColumns() {
        let terminal = Terminal()
        table.write(to: terminal.output, empty: "None.")
        #expect(terminal.printed == "a       Example App\nlonger  -\n")
    }

    @Test func showsHeadingOnTerminal() {
        let terminal = Terminal(isTerminal: true, environment: ["NO_COLOR": "1"])
        table.write(to: terminal.output, empty: "None.")
        #expect(terminal.printed == "ID      NAME\na       Example App\nlonger  -\n")
    }

    @Test(arguments: [true, false]) func showsEmptyMessageOnlyOnTerminal(isTerminal: Bool) {
        let terminal = Terminal(isTerminal: isTerminal)
        Table("ID").write(to: terminal.output, empty: "No clients.")
        #expect(terminal.printed == "")
        #expect(terminal.errorOutput == (isTerminal ? "No clients.\n" : ""))
    }
}
