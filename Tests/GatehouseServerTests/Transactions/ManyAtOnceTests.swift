import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Fifty requests at once for one single-use thing.
@Suite struct ManyAtOnceTests {
    private let email = "ada@example.com"

    private func visit(withAccount: Bool = true) async throws -> Visit {
        let server = try await FullServer.with()
        if withAccount { try await server.addAccount(email, password: "correct horse battery") }
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByCode(email: email))
        return visit
    }

    private func race(
        _ visit: Visit,
        _ input: @Sendable @escaping (Int) -> TransactionInput
    ) async -> [(
        end: Visit, error: TransactionError?
    )] {
        await withTaskGroup(of: (Visit, TransactionError?).self) { group in
            for number in 0..<50 {
                group.addTask {
                    var visit = visit
                    do throws(TransactionError) {
                        try await visit.submit(input(number))
                        return (visit, nil)
                    } catch {
                        return (visit, error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append((end: $1.0, error: $1.1)) }
        }
    }

    @Test func ofFiftyRightCodesOneWins() async throws {
        for withAccount in [true, false] {
            let visit = try await visit(withAccount: withAccount)
            let code = try await visit.server.code(to: email)
            let ends = await race(visit) { _ in .code(code) }
            #expect(ends.count { $0.error == nil && $0.end.hasCode } == 1)
            #expect(ends.count { $0.error == .gone } == 49)
            #expect(try await visit.server.audited().count { $0 == .signedIn } == 1)
        }
    }

    @Test func fiftyWrongCodesAreFiveTries() async throws {
        let visit = try await visit()
        let code = try await visit.server.code(to: email)
        let ends = await race(visit) { number in
            let guess = String(10_000_000 + number)
            return .code(guess == code ? "00000000" : guess)
        }
        let answered = ends.compactMap(\.error)
        for left in 1...4 { #expect(answered.count { $0 == .wrongCode(triesLeft: left) } == 1) }
        #expect(answered.count { $0 == .codeExhausted } == 1)
        #expect(answered.count { $0 == .stale } == 45)
        #expect(try await visit.server.audited().count { $0 == .codeRejected } == 5)
    }

    @Test func aRightCodeAmongWrongOnesWinsOnlyWhileTriesAreLeft() async throws {
        let visit = try await visit()
        let code = try await visit.server.code(to: email)
        let ends = await race(visit) { .code($0 == 25 ? code : "no code") }
        let tries = try await visit.server.audited().count { $0 == .codeRejected }
        let winners = ends.count { $0.error == nil }
        #expect(winners <= 1)
        #expect(tries <= 5)
        #expect(winners == 1 || tries == 5)
    }

    @Test func ofFiftyResendsOneIsSent() async throws {
        let visit = try await visit()
        visit.server.clock.advance(by: 30)
        let ends = await race(visit) { _ in .resendCode }
        #expect(ends.count { $0.error == nil } == 1)
        #expect(ends.count { $0.error == .resendTooSoon(seconds: 30) } == 49)
        #expect(try await visit.server.mailCount == 2)
    }

    @Test func ofFiftyWrongPasswordsTenAreCompared() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: "correct horse battery")
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByPassword(email: email))
        let ends = await race(visit) { _ in .password("wrong horse battery") }
        #expect(ends.count { $0.error == .wrongCredentials } == 10)
        #expect(ends.count { $0.error == .limited(retryAfter: 900) } == 40)
    }

    @Test func ofFiftyConsentsOneGivesACode() async throws {
        let consenting = try await StepSamples().visit(at: "consent")
        let ends = await race(consenting) { _ in .consent(true) }
        #expect(ends.count { $0.end.hasCode } == 1)
        #expect(ends.count { $0.error == .gone } == 49)
        #expect(try await consenting.server.audited().count { $0 == .consentGranted } == 1)
    }
}
