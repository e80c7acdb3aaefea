import GatehouseTesting

extension Terminal {
    /// The commands whose result is what somebody asks to see: a token, a secret that is shown once, who somebody is.
    private static let showing: Set = ["account", "client", "login", "token", "user", "whoami"]

    /// Hands what a command prints to the trace of the run, except what it is there to show.
    static func trace(_ text: String, isResult: Bool, of arguments: [String]) {
        if isResult, let command = arguments.first, showing.contains(command) { return }
        // Whoever signs in needs the page, and the code to type there.
        if text.contains("pen this address") { return }
        // What was typed may be repeated.
        let typed = arguments.filter { $0.count > 5 }
        let said = typed.reduce(text) { $0.replacing($1, with: "...") }
        TestTrace.run?.print(said, from: isResult ? "standard output" : "standard error")
    }
}
