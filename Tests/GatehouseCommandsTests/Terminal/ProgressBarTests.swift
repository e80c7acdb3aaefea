import GatehouseCommands
import Testing

@Suite struct ProgressBarTests {
    @Test func overwritesLineOnlyOnChange() {
        let terminal = Terminal(isTerminal: true)
        let bar = ProgressBar(on: terminal.output)
        bar.show(1, of: 2, "a long label")
        bar.show(1, of: 2, "a long label")
        let half = "[###############---------------] 50 %"
        #expect(terminal.errorOutput == "\r\(half)  a long label")
        bar.show(1, of: 2, "short")
        #expect(terminal.errorOutput == "\r\(half)  short       ")
        bar.show(3, of: 2, "")
        bar.show(0, of: 0, "")
        #expect(terminal.errorOutput == "\r[\(String(repeating: "#", count: 30))] 100 %      ")
        bar.end()
        bar.end()
        #expect(terminal.errorOutput == "\n")
    }

    @Test func showsNothingWithoutTerminal() {
        let terminal = Terminal()
        let bar = ProgressBar(on: terminal.output)
        bar.show(1, of: 2, "rows")
        bar.end()
        #expect(terminal.errorOutput == "")
    }
}
