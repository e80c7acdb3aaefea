import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Access to a flow, and its lifetime.
@Suite struct FlowBindingTests {
    private let email = "ada@example.com"

    @Test func rejectsAnotherBrowser() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        let code = try await server.code(to: email)
        let original = driver.browser
        driver.browser = BrowserContext(binding: server.identity.browserSessions.newBinding())
        #expect(await driver.rejection(.code(code)) == .gone)
        await #expect(throws: FlowError.gone) {
            try await server.identity.flows.repository.load(driver.flow.id, browser: driver.browser)
        }
        driver.browser = original
        try await driver.submit(.code(code))
        #expect(driver.hasCode)
    }

    @Test func rejectsUnknownFlow() async throws {
        let server = try await CompleteServer.with()
        let driver = try await BrowserDriver(on: server)
        for id in ["", "unknown", "../../etc/passwd"] {
            await #expect(throws: FlowError.gone) {
                try await server.identity.flows.repository.load(FlowRecord.ID(id), browser: driver.browser)
            }
        }
    }

    @Test func rejectsFormOfPreviousStep() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        #expect(driver.number == 1)
        try await driver.submit(.signInByCode(email: email))
        #expect(driver.number == 2)
        #expect(await driver.rejection(.signInByCode(email: "eve@example.com"), to: 1) == .stale)
        #expect(await driver.rejection(.code("12345678"), to: 3) == .stale)
        #expect(await driver.rejection(.cancel, to: 1) == .stale)
        #expect(driver.step.code?.email == email)
        #expect(driver.step.code?.attemptsRemaining == 5)
        #expect(try await server.mailCount == 1)
    }

    @Test func rejectsFormOfPreviousMode() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.show(.signUp))
        #expect(driver.step.mode == .signUp)
        #expect(await driver.rejection(.signInByCode(email: email), to: 1) == .stale)
    }

    @Test func rejectsFinishedFlow() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        let code = try await server.code(to: email)
        try await driver.submit(.code(code))
        #expect(driver.hasCode)
        #expect(await driver.rejection(.code(code), to: 2) == .gone)
        #expect(await driver.rejection(.cancel) == .gone)
    }

    @Test func expiresAfterOneHour() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        server.clock.advance(by: 3_599.999)
        try await driver.submit(.signInByCode(email: email))
        server.clock.advance(by: 0.001)
        #expect(await driver.rejection(.resendCode) == .gone)
    }

    @Test func allowsCancellationAtEveryStep() async throws {
        for name in StepSamples.names {
            var driver = try await StepSamples().driver(at: name)
            try await driver.submit(.cancel)
            #expect(driver.error == .accessDenied, "at \(name)")
            #expect(driver.response?.state == "state-1")
            #expect(driver.response?.issuer == driver.server.issuer.absoluteString)
            #expect(await driver.rejection(.cancel) == .gone)
        }
    }

    @Test func rejectsDevelopmentClientOutsideDevelopmentMode() async throws {
        let server = try await CompleteServer.with()
        let driver = try await BrowserDriver(on: server)
        var client = try #require(try await server.store.client("app"))
        client.isForDevelopment = true
        try await server.store.commit([.client(.update(client))])
        let production = CompleteServer(clock: server.clock, store: server.store, isDevelopment: false)
        #expect(
            try await server.identity.flows.repository.load(driver.flow.id, browser: driver.browser).id
                == driver.flow.id
        )
        await #expect(throws: FlowError.gone) {
            try await production.identity.flows.repository.load(driver.flow.id, browser: driver.browser)
        }
    }

    @Test func rejectsFlowOfDeletedClient() async throws {
        let server = try await CompleteServer.with()
        var driver = try await BrowserDriver(on: server)
        try await server.store.commit([.client(.delete("app"))])
        #expect(await driver.rejection(.signInByCode(email: email)) == .gone)
    }
}
