import GatehouseCommands
import Testing

@Suite struct TableTests {
    private var table: Table {
        var table = Table("ID", "NAME")
        table.add("a", "Example App")
        table.add("longer", nil)
        return table
    }

    @Test func columnsLineUp() {
        let terminal = Terminal()
        table.write(to: terminal.output)
        #expect(terminal.printed == "a       Example App\nlonger  -\n")
    }

    @Test func aPersonSeesAHeading() {
        let terminal = Terminal(isTerminal: true, environment: ["NO_COLOR": "1"])
        table.write(to: terminal.output)
        #expect(terminal.printed == "ID      NAME\na       Example App\nlonger  -\n")
    }
}
