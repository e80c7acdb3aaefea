import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

/// Tests each input at each step: it leads on, fails on its own, or is impossible at the step.
@Suite struct FlowRouterTests {
    /// The possible inputs and the steps they lead to; `itself` if the sample input is invalid and the step stays.
    private static let possible: [String: [String: String]] = [
        "identify": [
            "signInByCode": "code", "signInByPassword": "password", "signUp": "code", "reset": "code",
            "show": "identify",
        ],
        "chooseAccount": ["continueWithCurrentAccount": "consent", "show": "identify"],
        "password": ["signInByCode": "code", "reset": "code", "password": "itself", "show": "identify"],
        "code": ["signInByPassword": "password", "code": "itself", "resendCode": "code", "show": "identify"],
        "code for a reset": ["code": "itself", "resendCode": "code", "show": "identify"],
        "newPassword": ["newPassword": "itself"],
        "attributes": ["attributes": "itself"],
        "consent": ["consent": "finished", "show": "identify"],
        "additionalFactor": ["factor": "itself", "show": "identify"],
    ]

    @Test(arguments: StepSamples.names) func acceptsOnlyInputsOfStep(name: String) async throws {
        let possible = try #require(Self.possible[name])
        for (inputName, input) in StepSamples.inputs {
            var driver = try await StepSamples().driver(at: name)
            let before = driver.step
            let end: String
            do throws(FlowError) {
                try await driver.submit(input)
                end = driver.step.name
            } catch {
                end = error == .notPossible ? "impossible" : "itself"
            }
            #expect(end == possible[inputName] ?? "impossible", "\(inputName) at \(name)")
            if end == "impossible" { #expect(driver.step == before, "\(inputName) at \(name)") }
            if !["finished"].contains(end) { #expect(driver.outcome == nil, "\(inputName) at \(name)") }
        }
    }

    @Test func continuesOnlyWithAccountOfBrowserSession() async throws {
        var driver = try await StepSamples().driver(at: "chooseAccount")
        let session = try #require(driver.browser.session)
        driver.browser = BrowserContext(binding: driver.browser.binding, session: nil)
        try await driver.submit(.continueWithCurrentAccount)
        #expect(driver.step.mode == .signIn)
        #expect(session.accountID == (try await driver.server.account("ada@example.com"))?.id)
    }

    @Test func requiresReauthenticationOfChosenAccount() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount("ada@example.com", password: "correct horse battery")
        var first = try await BrowserDriver(on: server)
        try await first.submit(.signInByPassword(email: "ada@example.com"))
        try await first.submit(.password("correct horse battery"))
        let session = try #require(first.browser.session)
        let step = ChooseAccountStep(browserSessionID: session.id, emailHint: nil, requiresReauthentication: true)
        var driver = try await BrowserDriver(on: server, at: .chooseAccount(step), in: first.browser)
        try await driver.submit(.continueWithCurrentAccount)
        #expect(driver.step.mode == .signIn)
        #expect(driver.step.email == "ada@example.com")
    }
}
