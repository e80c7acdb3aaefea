import GatehouseCommands
import Testing

@Suite struct CommandRunnerTests {
    @Test func aMistakeOnTheCommandLineIsOneLineAndStatus1() async {
        let terminal = Terminal()
        #expect(await terminal.run("user", "create") == .failure)
        let complaint = terminal.complaints
        #expect(complaint.hasPrefix("gatehouse: Missing expected argument '--email <address>'."))
        #expect(complaint.contains("gatehouse user create --help"))
        #expect(complaint.filter(\.isNewline).count == 1)
        #expect(terminal.printed == "")
    }

    @Test func aSlipOfTheFingerIsAnsweredWithAQuestion() async {
        let terminal = Terminal()
        #expect(await terminal.run("login", "--isuer", "https://id.example.com") == .failure)
        #expect(terminal.complaints.hasPrefix("gatehouse: Unknown option '--isuer'. Did you mean '--issuer'? "))
    }

    @Test(arguments: [
        ("frobnicate", "Unknown command 'frobnicate'. See 'gatehouse --help'"),
        ("lgoin", "Unknown command 'lgoin'. Did you mean 'login'? See 'gatehouse --help'"),
        ("user craete --name Ada", "Unknown command 'craete'. Did you mean 'create'? See 'gatehouse user --help'"),
    ])
    func anUnknownVerbIsNamedAndTheNearestOneToo(line: String, complaint: String) async {
        let terminal = Terminal()
        #expect(await terminal.run(all: line.split(separator: " ").map(String.init)) == .failure)
        let told = terminal.complaints
        #expect(told.hasPrefix("gatehouse: " + complaint))
        #expect(told.filter(\.isNewline).count == 1)
    }

    @Test(arguments: [["--help"], ["client", "create", "--help"], ["client"]])
    func helpIsAResult(arguments: [String]) async {
        let terminal = Terminal()
        #expect(await terminal.run(all: arguments) == .success)
        #expect(terminal.printed.contains("USAGE: gatehouse"))
        #expect(terminal.complaints == "")
    }

    @Test func theStatusesAreTheDocumentedOnes() {
        #expect([ExitStatus.success, .failure, .cancelled, .signInNeeded].map(\.rawValue) == [0, 1, 2, 4])
    }

    @Test func aFailureIsOneLineEvenWhenItsCauseIsNot() {
        #expect(CommandFailure("It broke:\nbadly.", advice: "Mend it.").line == "It broke: badly. Mend it.")
    }
}
