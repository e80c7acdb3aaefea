import GatehousePasswords
import GatehouseServer
import GatehouseTesting
import Testing

@Suite struct AttemptLimiterTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"

    private func driverAtPassword(
        _ server: CompleteServer,
        email: String = "ada@example.com",
        address: String = "198.51.100.7"
    ) async throws -> BrowserDriver {
        var driver = try await BrowserDriver(on: server, address: address)
        try await driver.submit(.signInByPassword(email: email))
        return driver
    }

    @Test func limitsPasswordAttemptsOfAccountForFifteenMinutes() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: password)
        for number in 0..<10 {
            var driver = try await driverAtPassword(
                server,
                email: number.isMultiple(of: 2) ? email : "ADA@EXAMPLE.COM",
                address: "10.0.0.\(number)"
            )
            #expect(await driver.rejection(.password("wrong horse battery")) == .wrongCredentials)
        }
        server.clock.advance(by: 100)
        var driver = try await driverAtPassword(server)
        #expect(await driver.rejection(.password(password)) == .limited(retryAfter: 800))
        try await driver.submit(.signInByCode(email: ""))
        #expect(driver.step.name == "code")
        server.clock.advance(by: 800)
        var later = try await driverAtPassword(server)
        try await later.submit(.password(password))
        #expect(later.hasCode)
    }

    @Test func countsAttemptsForUnknownAddress() async throws {
        let server = try await CompleteServer.with()
        var driver = try await driverAtPassword(server, email: "nobody@example.com")
        for _ in 0..<10 { #expect(await driver.rejection(.password("wrong horse battery")) == .wrongCredentials) }
        #expect(await driver.rejection(.password("wrong horse battery")) == .limited(retryAfter: 900))
    }

    @Test func clearsFailuresOfAccountAfterCorrectPassword() async throws {
        let server = try await CompleteServer.with()
        try await server.addAccount(email, password: password)
        for _ in 0..<3 {
            var driver = try await driverAtPassword(server)
            for _ in 0..<9 { #expect(await driver.rejection(.password("wrong horse battery")) == .wrongCredentials) }
            try await driver.submit(.password(password))
            #expect(driver.hasCode)
        }
    }

    @Test func doesNotCountCorrectPasswordsForSharedNetworkAddress() async throws {
        var limits = RateLimits()
        limits.failuresPerAddress = .init(3, per: 900)
        let server = try await CompleteServer.with(limits: limits)
        try await server.addAccount(email, password: password)
        for _ in 0..<10 {
            var driver = try await driverAtPassword(server)
            try await driver.submit(.password(password))
            #expect(driver.hasCode)
        }
    }

    @Test func limitsNetworkAddressAcrossAccounts() async throws {
        var limits = RateLimits()
        limits.failuresPerAddress = .init(3, per: 900)
        let server = try await CompleteServer.with(limits: limits)
        try await server.addAccount(email, password: password)
        for number in 0..<3 {
            var driver = try await driverAtPassword(server, email: "person\(number)@example.com")
            #expect(await driver.rejection(.password("wrong horse battery")) == .wrongCredentials)
        }
        var driver = try await driverAtPassword(server)
        #expect(await driver.rejection(.password(password)) == .limited(retryAfter: 900))
        var other = try await driverAtPassword(server, address: "203.0.113.5")
        try await other.submit(.password(password))
        #expect(other.hasCode)
    }

    @Test func limitsCodeAttemptsPerNetworkAddress() async throws {
        var limits = RateLimits()
        limits.failuresPerAddress = .init(3, per: 900)
        let server = try await CompleteServer.with(limits: limits)
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        for remaining in [4, 3, 2] {
            #expect(await driver.rejection(.code("no")) == .wrongCode(attemptsRemaining: remaining))
        }
        // Wrong and correct codes are rejected alike from now on.
        #expect(await driver.rejection(.code("no")) == .limited(retryAfter: 900))
        #expect(await driver.rejection(.code(try await server.code(to: email))) == .limited(retryAfter: 900))
        #expect(driver.step.code?.attemptsRemaining == 2)
    }

    @Test func reportsOverloadWithoutCountingAttempt() async throws {
        let hasher = PasswordHasher(cost: .standard, threads: 1, queueLimit: 0, retryAfter: .seconds(2))
        let server = try await CompleteServer.with(hasher: hasher)
        try await server.addAccount(email, password: password)
        let driver = try await driverAtPassword(server)
        let errors = await withTaskGroup(of: FlowError?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    var driver = driver
                    return await driver.rejection(.password("wrong horse battery"))
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.contains(.overloaded(retryAfter: 2)))
        let compared = errors.count { $0 == .wrongCredentials }
        #expect(compared < 10)
        // Compares the kinds of errors only: the retry delays differ.
        #expect(Set(errors.map { "\($0, default: "none")".prefix { $0 != "(" } }).count <= 3)
        var next = driver
        try await next.submit(.password(password))
        #expect(next.hasCode)

        var drivers: [BrowserDriver] = []
        for number in 0..<20 {
            drivers.append(try await BrowserDriver(on: server, address: "10.0.0.\(number)"))
        }
        let signUps = await withTaskGroup(of: FlowError?.self) { group in
            for (number, driver) in drivers.enumerated() {
                group.addTask {
                    var driver = driver
                    do throws(FlowError) {
                        try await driver.submit(
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
