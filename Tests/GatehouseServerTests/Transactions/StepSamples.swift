import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// A visit at each step there is, and one input of each kind.
struct StepSamples {
    static let names = [
        "identify", "chooseAccount", "password", "code", "code for a reset", "newPassword", "attributes", "consent",
    ]

    static let inputs: [(name: String, input: TransactionInput)] = [
        ("signInByCode", .signInByCode(email: "ada@example.com")),
        ("signInByPassword", .signInByPassword(email: "ada@example.com")),
        ("signUp", .signUp(email: "ada@example.com", password: nil)),
        ("reset", .reset(email: "ada@example.com")),
        ("show", .show(.signUp)),
        ("password", .password("no password of anybody")),
        ("code", .code("no code")),
        ("secondFactor", .secondFactor),
        ("resendCode", .resendCode),
        ("newPassword", .newPassword("short")),
        ("attributes", .attributes([:])),
        ("consent", .consent(true)),
        ("keepAccount", .keepAccount),
        ("askChallenge", .askChallenge([.code, .password])),
        ("someAttributes", .someAttributes(["nickname": "Ada"])),
        ("awaitCompletion", .awaitCompletion),
        ("redeem", .redeem),
    ]

    private let email = "ada@example.com"

    /// A fresh server with an account that has everything, and a visit of it that has come as far as that step.
    func visit(at name: String) async throws -> Visit {
        let server = try await FullServer.with { client in
            client.skipsConsent = name != "consent"
            if name == "attributes" { client.attributes = [ClientAttribute(name: "nickname", isRequired: true)] }
        }
        try await server.addAccount(email, password: "correct horse battery")
        var visit = try await Visit(on: server)
        switch name {
        case "identify": break
        case "chooseAccount": visit = try await choosing(server)
        case "password": try await visit.submit(.signInByPassword(email: email))
        case "code": try await visit.submit(.signInByCode(email: email))
        case "code for a reset": try await visit.submit(.reset(email: email))
        case "newPassword":
            try await visit.submit(.reset(email: email))
            try await visit.submitMailedCode(to: email)
        default:
            try await visit.submit(.signInByCode(email: email))
            try await visit.submitMailedCode(to: email)
        }
        try #require(name.hasPrefix(visit.step.name), "\(name) is not where \(visit.step.name) is")
        return visit
    }

    private func choosing(_ server: FullServer) async throws -> Visit {
        var first = try await Visit(on: server)
        try await first.submit(.signInByPassword(email: email))
        try await first.submit(.password("correct horse battery"))
        let session = try #require(first.browser.session)
        let step = ChooseAccountStep(browserSessionID: session.id, emailHint: nil, needsSignIn: false)
        return try await Visit(on: server, at: .chooseAccount(step), in: first.browser)
    }
}
