import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

/// Every input at every step: what leads on, what is refused for itself, and what cannot be done there at all.
@Suite struct StepTableTests {
    /// What is not refused as impossible, and the step it leads to; `itself` where the input is wrong and the step stays.
    private static let possible: [String: [String: String]] = [
        "identify": [
            "signInByCode": "code", "signInByPassword": "password", "signUp": "code", "reset": "code",
            "show": "identify",
        ],
        "chooseAccount": ["keepAccount": "consent", "show": "identify"],
        "password": ["signInByCode": "code", "reset": "code", "password": "itself", "show": "identify"],
        "code": ["signInByPassword": "password", "code": "itself", "resendCode": "code", "show": "identify"],
        "code for a reset": ["code": "itself", "resendCode": "code", "show": "identify"],
        "newPassword": ["newPassword": "itself"],
        "attributes": ["attributes": "itself"],
        "consent": ["consent": "finished", "show": "identify"],
    ]

    @Test(arguments: StepSamples.names) func onlyWhatBelongsToAStepIsPossibleAtIt(name: String) async throws {
        let possible = try #require(Self.possible[name])
        for (inputName, input) in StepSamples.inputs {
            var visit = try await StepSamples().visit(at: name)
            let before = visit.step
            let end: String
            do throws(TransactionError) {
                try await visit.submit(input)
                end = visit.step.name
            } catch {
                end = error == .notPossible ? "impossible" : "itself"
            }
            #expect(end == possible[inputName] ?? "impossible", "\(inputName) at \(name)")
            if end == "impossible" { #expect(visit.step == before, "\(inputName) at \(name)") }
            if !["finished"].contains(end) { #expect(visit.outcome == nil, "\(inputName) at \(name)") }
        }
    }

    @Test func theAccountKeptIsTheOneTheBrowserIsSignedInTo() async throws {
        var visit = try await StepSamples().visit(at: "chooseAccount")
        let session = try #require(visit.browser.session)
        visit.browser = BrowserContext(binding: visit.browser.binding, session: nil)
        try await visit.submit(.keepAccount)
        #expect(visit.step.mode == .signIn)
        #expect(session.accountID == (try await visit.server.account("ada@example.com"))?.id)
    }

    @Test func anAccountThatHasToSignInAgainDoes() async throws {
        let server = try await FullServer.with()
        try await server.addAccount("ada@example.com", password: "correct horse battery")
        var first = try await Visit(on: server)
        try await first.submit(.signInByPassword(email: "ada@example.com"))
        try await first.submit(.password("correct horse battery"))
        let session = try #require(first.browser.session)
        let step = ChooseAccountStep(browserSessionID: session.id, emailHint: nil, needsSignIn: true)
        var visit = try await Visit(on: server, at: .chooseAccount(step), in: first.browser)
        try await visit.submit(.keepAccount)
        #expect(visit.step.mode == .signIn)
        #expect(visit.step.email == "ada@example.com")
    }
}
