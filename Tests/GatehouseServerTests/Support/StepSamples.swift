import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// A flow at each step, and one sample input of each kind.
struct StepSamples {
    static let names = [
        "identify", "chooseAccount", "password", "code", "code for a reset", "newPassword", "attributes", "consent",
        "additionalFactor",
    ]

    static let inputs: [(name: String, input: FlowInput)] = [
        ("signInByCode", .signInByCode(email: "ada@example.com")),
        ("signInByPassword", .signInByPassword(email: "ada@example.com")),
        ("signUp", .signUp(email: "ada@example.com", password: nil)),
        ("reset", .reset(email: "ada@example.com")),
        ("show", .show(.signUp)),
        ("password", .password("no password of any account")),
        ("code", .code("no code")),
        ("factor", .factor("no proof")),
        ("resendCode", .resendCode),
        ("newPassword", .newPassword("short")),
        ("attributes", .attributes([:])),
        ("consent", .consent(true)),
        ("chooseAccount", .chooseAccount("an account of another browser")),
        ("otherAccount", .otherAccount),
        ("entered", .entered(.signInByCode(email: "ada@example.com"), EntryOptions(endsWithBrowser: true))),
        ("askChallenge", .requestChallenge([.code, .password])),
        ("someAttributes", .partialAttributes(["nickname": "Ada"])),
        ("awaitCompletion", .awaitCompletion),
        ("redeem", .redeem),
    ]

    private let email = "ada@example.com"

    /// Returns a flow that has reached a step, on a new server with a complete account.
    func driver(at name: String) async throws -> BrowserDriver {
        let server = try await CompleteServer.with(additionalFactors: [TestKeyFactor()]) { client in
            client.skipsConsent = name != "consent"
            if name == "attributes" { client.attributes = [ClientAttribute(name: "nickname", isRequired: true)] }
        }
        let attributes = name == "additionalFactor" ? TestKeyFactor.enrolled : [:]
        try await server.addAccount(email, password: "correct horse battery", attributes: attributes)
        var driver = try await BrowserDriver(on: server, authentication: .preferring(.multiFactor))
        switch name {
        case "identify": break
        case "chooseAccount": driver = try await driverAtChooseAccount(server)
        case "password": try await driver.submit(.signInByPassword(email: email))
        case "code": try await driver.submit(.signInByCode(email: email))
        case "code for a reset": try await driver.submit(.reset(email: email))
        case "newPassword":
            try await driver.submit(.reset(email: email))
            try await driver.submitMailedCode(to: email)
        default:
            try await driver.submit(.signInByCode(email: email))
            try await driver.submitMailedCode(to: email)
        }
        try #require(name.hasPrefix(driver.step.name), "Expected step \(name), got \(driver.step.name)")
        return driver
    }

    private func driverAtChooseAccount(_ server: CompleteServer) async throws -> BrowserDriver {
        var first = try await BrowserDriver(on: server)
        try await first.submit(.signInByPassword(email: email))
        try await first.submit(.password("correct horse battery"))
        let step = ChooseAccountStep(emailHint: nil)
        return try await BrowserDriver(on: server, at: .chooseAccount(step), in: first.browser)
    }
}
