import GatehouseCommands
import Testing

@Suite struct CommandRunnerTests {
    @Test func reportsUsageErrorOnOneLine() async {
        let terminal = Terminal()
        #expect(await terminal.run("user", "create") == .failure)
        let message = terminal.errorOutput
        #expect(message.hasPrefix("gatehouse: Missing expected argument '--email <address>'."))
        #expect(message.contains("gatehouse user create --help"))
        #expect(message.filter(\.isNewline).count == 1)
        #expect(terminal.printed == "")
    }

    @Test func suggestsSimilarOption() async {
        let terminal = Terminal()
        #expect(await terminal.run("login", "--isuer", "https://id.example.com") == .failure)
        #expect(terminal.errorOutput.hasPrefix("gatehouse: Unknown option '--isuer'. Did you mean '--issuer'? "))
    }

    @Test(arguments: [
        ("frobnicate", "Unknown command 'frobnicate'. See 'gatehouse --help'"),
        ("lgoin", "Unknown command 'lgoin'. Did you mean 'login'? See 'gatehouse --help'"),
        ("user craete --name Ada", "Unknown command 'craete'. Did you mean 'create'? See 'gatehouse user --help'"),
    ])
    func suggestsSimilarCommand(line: String, message: String) async {
        let terminal = Terminal()
        #expect(await terminal.run(all: line.split(separator: " ").map(String.init)) == .failure)
        let printed = terminal.errorOutput
        #expect(printed.hasPrefix("gatehouse: " + message))
        #expect(printed.filter(\.isNewline).count == 1)
    }

    @Test(arguments: [
        "": "root", "ada": "ada", "EXAMPLE\\ada.lovelace": "EXAMPLE\\ada.lovelace", "ada lovelace": "root",
        "ada\n2026-11-27": "root", "\u{1B}[2J": "root", String(repeating: "a", count: 65): "root",
    ])
    func identifiesCallerOfSudo(variable: String, name: String) {
        #expect(CommandContext.userName(["SUDO_USER": variable], processUser: "root") == name)
        #expect(CommandContext.userName([:], processUser: "root") == "root")
    }

    @Test(arguments: [["--help"], ["client", "create", "--help"], ["client"]])
    func printsHelpToStandardOutput(arguments: [String]) async {
        let terminal = Terminal()
        #expect(await terminal.run(all: arguments) == .success)
        #expect(terminal.printed.contains("USAGE: gatehouse"))
        #expect(terminal.errorOutput == "")
    }

    @Test func usesDocumentedExitStatuses() {
        #expect([ExitStatus.success, .failure, .cancelled, .signInNeeded].map(\.rawValue) == [0, 1, 2, 4])
    }

    @Test func joinsMultilineMessages() {
        #expect(CommandError("It failed:\nbadly.", advice: "Fix it.").line == "It failed: badly. Fix it.")
    }
}
