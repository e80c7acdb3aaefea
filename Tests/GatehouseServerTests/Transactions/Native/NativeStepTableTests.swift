import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Every call at every step of every flow: what leads on, what is refused for itself, and what cannot be done there at all.
@Suite struct NativeStepTableTests {
    private static let email = "ada@example.com"

    static let flows: [(flow: NativeIntent.Flow, steps: [String])] = [
        (.signUp, ["challenge", "code", "choosePassword", "attributes", "granted"]),
        (.signIn, ["challenge", "password"]),
        (.reset, ["challenge", "code", "newPassword", "changed", "granted"]),
    ]

    static let places = flows.flatMap { flow, steps in steps.map { (flow: flow, step: $0) } }

    private static let inputs: [(name: String, input: TransactionInput)] =
        StepSamples.inputs.filter { $0.name != "redeem" }

    private static let proofs: [(name: String, proof: NativeGrant.Proof)] = [
        ("token by password", .password("no password of anybody")), ("token by code", .code("no code")),
        ("token by second factor", .secondFactor), ("token", .none),
    ]

    /// What is not refused as impossible, and the step it leads to; `itself` where the input is wrong and the step stays.
    private static let possible: [String: [String: String]] = [
        "signUp challenge": ["askChallenge": "code"],
        "signUp code": ["code": "itself", "askChallenge": "code", "someAttributes": "code"],
        "signUp choosePassword": ["password": "attributes", "askChallenge": "choosePassword"],
        "signUp attributes": ["someAttributes": "granted"],
        "signUp granted": ["token": "tokens"],
        "signIn challenge": ["askChallenge": "password"],
        "signIn password": ["askChallenge": "password", "token by password": "itself"],
        "reset challenge": ["askChallenge": "code"],
        "reset code": ["code": "itself", "askChallenge": "code"],
        "reset newPassword": ["newPassword": "itself"],
        "reset changed": ["awaitCompletion": "granted"],
        "reset granted": ["awaitCompletion": "granted", "token": "tokens"],
    ]

    /// An app whose flow has come as far as that.
    private func app(_ flow: NativeIntent.Flow, at step: String) async throws -> NativeApp {
        let server = try await FullServer.withNativeApp(
            .password,
            attributes: [ClientAttribute(name: "nickname", isRequired: true)]
        )
        if flow != .signUp { try await server.addAccount(Self.email, password: "correct horse battery") }
        var app = try await NativeApp(on: server)
        try await app.begin(flow, Self.email)
        while let name = app.stepName, name != step { try await goOn(&app, from: name) }
        return app
    }

    private func goOn(_ app: inout NativeApp, from step: String) async throws {
        switch step {
        case "challenge": try await app.askChallenge()
        case "code": try await app.submitMailedCode(to: Self.email)
        case "choosePassword": try await app.submit(.password("correct horse battery"))
        case "attributes": try await app.submit(.someAttributes(["nickname": "Ada"]))
        case "newPassword": try await app.submit(.newPassword("purple monkey dishwasher"))
        case "changed": try await app.submit(.awaitCompletion)
        default: Issue.record("Nothing leads on from \(step).")
        }
    }

    @Test(arguments: places) func onlyWhatBelongsToAStepIsPossibleAtIt(
        flow: NativeIntent.Flow,
        step: String
    ) async throws {
        let possible = try #require(Self.possible["\(flow) \(step)"])
        for (name, input) in Self.inputs {
            var app = try await app(flow, at: step)
            let end: String
            do throws(TransactionError) {
                try await app.submit(input)
                end = app.stepName ?? "none"
            } catch {
                end = error == .notPossible ? "impossible" : "itself"
            }
            #expect(end == possible[name] ?? "impossible", "\(name) at \(flow) \(step)")
            if flow == .signUp, end != "granted", step != "granted" {
                #expect(try await app.server.account(Self.email) == nil)
            }
        }
        for (name, proof) in Self.proofs {
            let app = try await app(flow, at: step)
            let end: String
            do throws(TransactionError) {
                _ = try await app.redeem(proof)
                end = "tokens"
            } catch {
                end = error == .notPossible ? "impossible" : "itself"
            }
            #expect(end == possible[name] ?? "impossible", "\(name) at \(flow) \(step)")
            if end != "tokens" { #expect(try await !app.server.audited().contains(.sessionStarted)) }
        }
    }
}
