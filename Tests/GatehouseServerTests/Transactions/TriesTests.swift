import GatehousePasswords
import GatehouseServer
import GatehouseTesting
import Testing

@Suite struct TriesTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    private func atPassword(
        _ server: FullServer,
        email: String = "ada@example.com",
        address: String = "198.51.100.7"
    ) async throws -> Visit {
        var visit = try await Visit(on: server, address: address)
        try await visit.submit(.signInByPassword(email: email))
        return visit
    }

    @Test func tenWrongPasswordsShutTheDoorForEverybodyForAQuarterOfAnHour() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: password)
        for number in 0..<10 {
            var visit = try await atPassword(
                server,
                email: number.isMultiple(of: 2) ? email : "ADA@EXAMPLE.COM",
                address: "10.0.0.\(number)"
            )
            #expect(await visit.refused(.password("wrong horse battery")) == .wrongCredentials)
        }
        server.clock.advance(by: 100)
        var visit = try await atPassword(server)
        #expect(await visit.refused(.password(password)) == .limited(retryAfter: 800))
        try await visit.submit(.signInByCode(email: ""))
        #expect(visit.step.name == "code")
        server.clock.advance(by: 800)
        var later = try await atPassword(server)
        try await later.submit(.password(password))
        #expect(later.hasCode)
    }

    @Test func anAddressWithoutAnAccountIsCountedTheSame() async throws {
        let server = try await FullServer.with()
        var visit = try await atPassword(server, email: "nobody@example.com")
        for _ in 0..<10 { #expect(await visit.refused(.password("wrong horse battery")) == .wrongCredentials) }
        #expect(await visit.refused(.password("wrong horse battery")) == .limited(retryAfter: 900))
    }

    @Test func aRightPasswordForgetsTheAccountsFailures() async throws {
        let server = try await FullServer.with()
        try await server.addAccount(email, password: password)
        for _ in 0..<3 {
            var visit = try await atPassword(server)
            for _ in 0..<9 { #expect(await visit.refused(.password("wrong horse battery")) == .wrongCredentials) }
            try await visit.submit(.password(password))
            #expect(visit.hasCode)
        }
    }

    @Test func rightPasswordsDoNotUseUpTheLimitOfAnAddressThatManyShare() async throws {
        var limits = Limits()
        limits.failuresPerAddress = .init(3, per: 900)
        let server = try await FullServer.with(limits: limits)
        try await server.addAccount(email, password: password)
        for _ in 0..<10 {
            var visit = try await atPassword(server)
            try await visit.submit(.password(password))
            #expect(visit.hasCode)
        }
    }

    @Test func anAddressIsTurnedAwayAfterItsFailuresWhoeverTheyWereFor() async throws {
        var limits = Limits()
        limits.failuresPerAddress = .init(3, per: 900)
        let server = try await FullServer.with(limits: limits)
        try await server.addAccount(email, password: password)
        for number in 0..<3 {
            var visit = try await atPassword(server, email: "person\(number)@example.com")
            #expect(await visit.refused(.password("wrong horse battery")) == .wrongCredentials)
        }
        var visit = try await atPassword(server)
        #expect(await visit.refused(.password(password)) == .limited(retryAfter: 900))
        var elsewhere = try await atPassword(server, address: "203.0.113.5")
        try await elsewhere.submit(.password(password))
        #expect(elsewhere.hasCode)
    }

    @Test func aCodeCannotBeGuessedBeyondTheLimitOfTheAddress() async throws {
        var limits = Limits()
        limits.failuresPerAddress = .init(3, per: 900)
        let server = try await FullServer.with(limits: limits)
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByCode(email: email))
        for left in [4, 3, 2] { #expect(await visit.refused(.code("no")) == .wrongCode(triesLeft: left)) }
        // Neither a wrong nor a right code tells anything from here on.
        #expect(await visit.refused(.code("no")) == .limited(retryAfter: 900))
        #expect(await visit.refused(.code(try await server.code(to: email))) == .limited(retryAfter: 900))
        #expect(visit.step.code?.triesLeft == 2)
    }

    @Test func anOverloadedHasherSaysSoAndShutsNobodyOut() async throws {
        let hasher = PasswordHasher(cost: .standard, threads: 1, queueLimit: 0, retryAfter: .seconds(2))
        let server = try await FullServer.with(hasher: hasher)
        try await server.addAccount(email, password: password)
        let visit = try await atPassword(server)
        let errors = await withTaskGroup(of: TransactionError?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    var visit = visit
                    return await visit.refused(.password("wrong horse battery"))
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.contains(.overloaded(retryAfter: 2)))
        let compared = errors.count { $0 == .wrongCredentials }
        #expect(compared < 10)
        // Whatever time they are told to come back after.
        #expect(Set(errors.map { "\($0, default: "none")".prefix { $0 != "(" } }).count <= 3)
        var next = visit
        try await next.submit(.password(password))
        #expect(next.hasCode)

        var visits: [Visit] = []
        for number in 0..<20 {
            visits.append(try await Visit(on: server, address: "10.0.0.\(number)"))
        }
        let signUps = await withTaskGroup(of: TransactionError?.self) { group in
            for (number, visit) in visits.enumerated() {
                group.addTask {
                    var visit = visit
                    do throws(TransactionError) {
                        try await visit.submit(
                            .signUp(email: "p\(number)@example.com", password: "purple monkey dishwasher")
                        )
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(signUps.contains(.overloaded(retryAfter: 2)))
        #expect(try await server.mailCount == signUps.count { $0 == nil })
    }
}
