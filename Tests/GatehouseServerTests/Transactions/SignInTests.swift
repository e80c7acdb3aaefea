import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct SignInTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    @Test func aMailedCodeSignsIn() async throws {
        let server = try await FullServer.with()
        let account = try await server.addAccount(email)
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByCode(email: email))
        try await visit.submitMailedCode(to: email)
        #expect(visit.hasCode)
        #expect(visit.browser.session?.accountID == account.id)
        #expect(visit.browser.session?.methods == [.oneTimeCode])
        #expect(visit.browser.session?.authenticatedAt == server.clock.now)
    }

    @Test func aCodeForAnUnknownAddressMakesAnAccount() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByCode(email: email))
        try await visit.submitMailedCode(to: email)
        #expect(visit.hasCode)
        #expect(try await server.account(email)?.id == visit.browser.session?.accountID)
    }

    @Test func aRightPasswordSignsInWithoutAnyMail() async throws {
        let server = try await FullServer.with()
        let account = try await server.addAccount(email, password: password)
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByPassword(email: email))
        try await visit.submit(.password(password))
        #expect(visit.hasCode)
        #expect(visit.browser.session?.accountID == account.id)
        #expect(visit.browser.session?.methods == [.password])
        #expect(try await server.mailCount == 0)
    }

    @Test func aWrongPasswordAnAccountWithoutOneAndNoAccountGetTheSameAnswer() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: password)
        try await server.addAccount("bob@example.com")
        for address in [email, "bob@example.com", "nobody@example.com"] {
            var visit = try await Visit(on: server)
            try await visit.submit(.signInByPassword(email: address))
            for text in ["wrong horse battery", " ", String(repeating: "x", count: 5_000)] {
                #expect(await visit.refused(.password(text)) == .wrongCredentials, "\(address)")
            }
            #expect(visit.step.name == "password")
            #expect(visit.browser.session == nil)
        }
    }

    @Test func thePersonGoesFromThePasswordToACodeOrAResetAndBack() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: password)
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByPassword(email: email))
        try await visit.submit(.signInByCode(email: ""))
        #expect(visit.step.code?.email == email)
        #expect(visit.step.code?.use == .signIn)
        try await visit.submit(.signInByPassword(email: ""))
        #expect(visit.step.name == "password")
        server.clock.advance(by: 30)
        try await visit.submit(.reset(email: ""))
        #expect(visit.step.code?.use == .reset)
        #expect(await visit.refused(.signInByPassword(email: "")) == .notPossible)
        try await visit.submit(.show(.signIn))
        #expect(visit.step.mode == .signIn)
        #expect(visit.step.email == email)
    }

    @Test func theAddressTypedSoFarGoesAlongToAnotherForm() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        try await visit.submit(.show(.signUp, email: email))
        #expect((visit.step.mode, visit.step.email) == (.signUp, email))
        try await visit.submit(.show(.signIn, email: ""))
        #expect((visit.step.mode, visit.step.email) == (.signIn, email))
        try await visit.submit(.show(.reset, email: String(repeating: "a", count: 255)))
        #expect((visit.step.mode, visit.step.email) == (.reset, email))
    }

    @Test func aDisabledAccountOpensToNoDoor() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: password, isDisabled: true)

        var byPassword = try await Visit(on: server)
        try await byPassword.submit(.signInByPassword(email: email))
        #expect(await byPassword.refused(.password("wrong horse battery")) == .wrongCredentials)
        #expect(await byPassword.refused(.password(password)) == .accountDisabled)
        // Whoever is asked why somebody cannot get in sees both.
        let events = try await server.core.store.events(of: nil, before: nil, limit: 10)
        #expect(events.filter { $0.kind == .signInFailed }.map(\.detail) == ["disabled", "password"])

        for input in [
            TransactionInput.signInByCode(email: email), .signUp(email: email, password: nil), .reset(email: email),
        ] {
            var visit = try await Visit(on: server)
            try await visit.submit(input)
            #expect(await visit.refused(.code(try await server.code(to: email))) == .accountDisabled)
            #expect(visit.browser.session == nil)
            server.clock.advance(by: 30)
        }
    }

    @Test func signingInAsTheSamePersonKeepsTheSessionUnderANewSecret() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: password)
        var first = try await Visit(on: server)
        try await first.submit(.signInByPassword(email: email))
        try await first.submit(.password(password))
        let before = try #require(first.browser.session)

        server.clock.advance(by: 100)
        var second = try await Visit(on: server, in: first.browser)
        try await second.submit(.signInByPassword(email: email))
        try await second.submit(.password(password))
        let after = try #require(second.browser.session)
        #expect(after.id == before.id)
        #expect(after.secretHash != before.secretHash)
        #expect(after.authenticatedAt == before.authenticatedAt + 100)
        #expect(try await server.core.store.browserSession(secretHash: before.secretHash) == nil)
    }

    @Test func signingInAsSomebodyElseEndsTheSessionBefore() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: password)
        let other = try await server.addAccount("bob@example.com", password: password)
        var first = try await Visit(on: server)
        try await first.submit(.signInByPassword(email: email))
        try await first.submit(.password(password))
        let before = try #require(first.browser.session)

        var second = try await Visit(on: server, in: first.browser)
        try await second.submit(.signInByPassword(email: "bob@example.com"))
        try await second.submit(.password(password))
        #expect(second.browser.session?.accountID == other.id)
        #expect(second.browser.session?.id != before.id)
        #expect(try await server.core.store.browserSession(before.id)?.endedAt == server.clock.now)
    }

    @Test func aRequestForOnePersonIsNotAnsweredWithAnother() async throws {
        let server = try await FullServer.with()
        let wanted = try await server.addAccount(email)
        try await server.addAccount("bob@example.com")
        var visit = try await Visit(on: server, requiredAccount: wanted.id)
        try await visit.submit(.signInByCode(email: "bob@example.com"))
        try await visit.submitMailedCode(to: "bob@example.com")
        #expect(visit.error == .loginRequired)

        var right = try await Visit(on: server, requiredAccount: wanted.id)
        try await right.submit(.signInByCode(email: email))
        try await right.submitMailedCode(to: email)
        #expect(right.hasCode)
    }
}
