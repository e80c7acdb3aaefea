import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import Testing

/// The interval between two codes of one flow, which is of no concern to any other flow.
@Suite struct RecipientPauseTests {
    private let email = "ada@example.com"
    private let password = "purple monkey dishwasher"

    @Test func sendsCodesOfOtherFlowsAtOnce() async throws {
        let server = try await FullServer.with()
        var first = try await Visit(on: server)
        try await first.submit(.signInByCode(email: email))
        let doors: [TransactionInput] = [
            .signInByCode(email: "Ada@Example.com"), .signUp(email: email, password: nil),
            .signUp(email: email, password: password), .reset(email: email),
        ]
        for door in doors {
            var other = try await Visit(on: server, address: "203.0.113.5")
            try await other.submit(door)
            #expect(other.step.name == "code")
        }
        #expect(try await server.mailCount == 5)
        try await first.submit(.resendCode)
        #expect(await first.refused(.resendCode) == .resendTooSoon(seconds: 30))
    }

    @Test func countsTheMailsOfOneMailboxTogether() async throws {
        var limits = Limits()
        limits.mailsPerRecipient = .init(2, per: 86_400)
        let server = try await FullServer.with(limits: limits)
        for email in ["ada+1@example.com", "ada+2@example.com"] {
            var visit = try await Visit(on: server)
            try await visit.submit(.signInByCode(email: email))
        }
        for email in ["ada+3@example.com", "ada@example.com", "ADA+x+y@example.com"] {
            var visit = try await Visit(on: server)
            #expect(await visit.refused(.signInByCode(email: email)) == .mailsUsedUp(retryAfter: 86_400))
        }
        for email in ["adam@example.com", "ada@example.org", "+1@example.com", "+2@example.com"] {
            var visit = try await Visit(on: server)
            try await visit.submit(.signInByCode(email: email))
        }
    }

    @Test func itIsTheSameWhetherThereIsAnAccount() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: "correct horse battery")
        for email in [email, "nobody@example.com"] {
            for input: TransactionInput in [.signInByCode(email: email), .reset(email: email)] {
                var visit = try await Visit(on: server)
                try await visit.submit(input)
                try await visit.submit(.resendCode)
                #expect(await visit.refused(.resendCode) == .resendTooSoon(seconds: 30))
            }
        }
    }

    @Test func whoHasUsedTheCodeMayHaveTheNextAtOnce() async throws {
        let server = try await FullServer.with()
        for input: TransactionInput in [
            .signUp(email: email, password: nil), .signInByCode(email: email), .reset(email: email),
            .signInByCode(email: email),
        ] {
            var visit = try await Visit(on: server)
            try await visit.submit(input)
            try await visit.submitMailedCode(to: email)
            #expect(visit.hasCode || visit.step.name == "newPassword")
        }
        #expect(try await server.mailCount == 4)
    }

    @Test func sendsNewCodeAfterTheLastWrongOne() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByCode(email: email))
        for _ in 0..<5 { _ = await visit.refused(.code("no code")) }
        #expect(visit.step.mode == .signIn)
        try await visit.submit(.signInByCode(email: email))
        try await visit.submitMailedCode(to: email)
        #expect(visit.hasCode)
    }

    @Test func goingBackAndOnAgainLeadsToTheCodeThatWasSent() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByCode(email: email))
        let code = try await server.code(to: email)
        _ = await visit.refused(.code("no code"))
        try await visit.submit(.show(.signIn))
        server.clock.advance(by: 5)
        try await visit.submit(.signInByCode(email: email))
        #expect(visit.step.code?.triesLeft == 4)
        try await visit.submit(.signInByPassword(email: ""))
        try await visit.submit(.signInByCode(email: ""))
        #expect(visit.step.code?.triesLeft == 4)
        #expect(try await server.mailCount == 1)
        try await visit.submit(.code(code))
        #expect(visit.hasCode)
    }

    @Test func goingBackAndOnAgainGivesNoMoreTries() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByCode(email: email))
        let code = try await server.code(to: email)
        for left in [4, 3, 2, 1] {
            #expect(await visit.refused(.code("no code")) == .wrongCode(triesLeft: left))
            try await visit.submit(.show(.signIn))
            try await visit.submit(.signInByCode(email: email))
        }
        #expect(await visit.refused(.code("no code")) == .codeExhausted)
        try await visit.submit(.signInByCode(email: email))
        #expect(await visit.refused(.code(code)) == .wrongCode(triesLeft: 4))
    }

    @Test func aCodeThatWasLeftServesNoOtherAddressAndNoOtherPurpose() async throws {
        let server = try await FullServer.with()
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByCode(email: email))
        try await visit.submit(.show(.reset))
        try await visit.submit(.reset(email: email))
        #expect(visit.step.code?.use == .reset)
        try await visit.submit(.show(.reset))
        try await visit.submit(.reset(email: "bob@example.com"))
        #expect(visit.step.code?.email == "bob@example.com")
        #expect(try await server.mailCount == 3)
    }

    @Test func whoLeavesWhileThePasswordIsHashedIsNotGivenTheMailBack() async throws {
        let store = SpyStore()
        var limits = Limits()
        limits.mailsPerRecipient = .init(1, per: 3_600)
        let server = try await FullServer.with(limits: limits, store: store)
        var visit = try await Visit(on: server)
        // In another tab the same person goes on to something else, after the mail was counted.
        var moved = try #require(try await store.transaction(visit.transaction.id))
        var state = try #require(try JSONSerialization.jsonObject(with: moved.state) as? [String: Any])
        state["number"] = visit.number + 1
        moved.state = try JSONSerialization.data(withJSONObject: state)
        moved.revision += 1
        store.precede([.transaction(.advance(moved))], skipping: 1)
        #expect(await visit.refused(.signUp(email: email, password: password)) == .stale)

        var again = try await Visit(on: server)
        #expect(
            await again.refused(.signUp(email: email, password: password)) == .mailsUsedUp(retryAfter: 3_600)
        )
        #expect(try await server.mailCount == 0)
    }

    @Test func noPasswordIsHashedForAMailThatIsNotSent() async throws {
        let hasher = PasswordHasher(cost: .minimal, threads: 1)
        var limits = Limits()
        limits.mailsPerAddress = .init(2, per: 3_600)
        limits.mailsPerRecipient = .init(1, per: 3_600)
        let server = try await FullServer.with(limits: limits, hasher: hasher)
        var visit = try await Visit(on: server)
        try await visit.submit(.signUp(email: email, password: password))
        // A hasher that has ended shows who asks it.
        hasher.shutdown()
        var other = try await Visit(on: server)
        #expect(
            await other.refused(.signUp(email: email, password: password)) == .mailsUsedUp(retryAfter: 3_600)
        )
        #expect(await other.refused(.signUp(email: "bob@example.com", password: "short")) != .failed)
        #expect(await other.refused(.signUp(email: "bob@example.com", password: password)) == .failed)
        // What was counted for a mail that could not be sent was taken back.
        try await other.submit(.signUp(email: "bob@example.com", password: nil))
        #expect(await other.refused(.resendCode) == .mailsUsedUp(retryAfter: 3_600))
        var third = try await Visit(on: server)
        #expect(
            await third.refused(.signUp(email: "eve@example.com", password: password)) == .limited(retryAfter: 3_600)
        )
    }
}
