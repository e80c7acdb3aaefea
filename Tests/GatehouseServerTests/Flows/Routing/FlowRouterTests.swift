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
            "show": "identify", "otherAccount": "identify", "entered": "code",
        ],
        "chooseAccount": ["chooseAccount": "identify", "show": "identify", "otherAccount": "identify"],
        "password": [
            "signInByCode": "code", "reset": "code", "password": "itself", "show": "identify",
            "otherAccount": "identify",
        ],
        "code": [
            "signInByPassword": "password", "code": "itself", "resendCode": "code", "show": "identify",
            "otherAccount": "identify",
        ],
        "code for a reset": [
            "code": "itself", "resendCode": "code", "show": "identify", "otherAccount": "identify",
        ],
        "newPassword": ["newPassword": "itself"],
        "attributes": ["attributes": "itself"],
        "consent": ["consent": "finished", "show": "identify", "otherAccount": "identify"],
        "additionalFactor": ["factor": "itself", "show": "identify", "otherAccount": "identify"],
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
}
