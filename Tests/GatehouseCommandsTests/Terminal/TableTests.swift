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

    @Test func writesPagesWithOneHeading() {
        let terminal = Terminal(isTerminal: true, environment: ["NO_COLOR": "1"])
        var table = table
        table.flush(to: terminal.output)
        table.add("b", "Other")
        table.flush(to: terminal.output)
        table.write(to: terminal.output, empty: "None.")
        #expect(terminal.printed == "ID      NAME\na       Example App\nlonger  -\nb       Other\n")
        #expect(terminal.errorOutput == "")
    }
}

@Suite struct JSONArrayWriterTests {
    @Test(arguments: [0, 1, 3]) func writesTheFormatOfWholeArrays(count: Int) throws {
        let values = (0..<count).map { ["number": [$0], "empty": []] }
        let (whole, streamed) = (Terminal(), Terminal())
        try whole.output.json(values)
        var array = JSONArrayWriter(to: streamed.output)
        for value in values { try array.append(value) }
        array.end()
        #expect(streamed.printed == whole.printed)
    }
}
