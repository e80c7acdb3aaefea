import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Tests each input at each step of each flow: it leads on, fails on its own, or is impossible at the step.
@Suite struct NativeFlowRouterTests {
    private static let email = "ada@example.com"

    static let flows: [(flow: NativeFlowRequest.Flow, steps: [String])] = [
        (.signUp, ["challenge", "code", "choosePassword", "attributes", "granted"]),
        (.signIn, ["challenge", "password"]),
        (.reset, ["challenge", "code", "newPassword", "changed", "granted"]),
    ]

    static let positions = flows.flatMap { flow, steps in steps.map { (flow: flow, step: $0) } }

    private static let inputs: [(name: String, input: FlowInput)] =
        StepSamples.inputs.filter { $0.name != "redeem" }

    private static let proofs: [(name: String, proof: NativeTokenRequest.Proof)] = [
        ("token by password", .password("no password of any account")), ("token by code", .code("no code")),
        ("token by additional factor", .factor("no proof")), ("token", .none),
    ]

    /// The possible inputs and the steps they lead to; `itself` if the sample input is invalid and the step stays.
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

    /// Returns an app whose flow has reached a step.
    private func app(_ flow: NativeFlowRequest.Flow, at step: String) async throws -> NativeApp {
        let server = try await CompleteServer.withNativeApp(
            .password,
            attributes: [ClientAttribute(name: "nickname", isRequired: true)]
        )
        if flow != .signUp { try await server.addAccount(Self.email, password: "correct horse battery") }
        var app = try await NativeApp(on: server)
        try await app.begin(flow, Self.email)
        while let name = app.stepName, name != step { try await advance(&app, from: name) }
        return app
    }

    private func advance(_ app: inout NativeApp, from step: String) async throws {
        switch step {
        case "challenge": try await app.requestChallenge()
        case "code": try await app.submitMailedCode(to: Self.email)
        case "choosePassword": try await app.submit(.password("correct horse battery"))
        case "attributes": try await app.submit(.partialAttributes(["nickname": "Ada"]))
        case "newPassword": try await app.submit(.newPassword("purple monkey dishwasher"))
        case "changed": try await app.submit(.awaitCompletion)
        default: Issue.record("No input leads on from \(step).")
        }
    }

    @Test(arguments: positions) func acceptsOnlyInputsOfStep(
        flow: NativeFlowRequest.Flow,
        step: String
    ) async throws {
        let possible = try #require(Self.possible["\(flow) \(step)"])
        for (name, input) in Self.inputs {
            var app = try await app(flow, at: step)
            let end: String
            do throws(FlowError) {
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
            do throws(FlowError) {
                _ = try await app.redeem(proof)
                end = "tokens"
            } catch {
                end = error == .notPossible ? "impossible" : "itself"
            }
            #expect(end == possible[name] ?? "impossible", "\(name) at \(flow) \(step)")
            if end != "tokens" { #expect(try await !app.server.auditKinds().contains(.sessionStarted)) }
        }
    }
}
