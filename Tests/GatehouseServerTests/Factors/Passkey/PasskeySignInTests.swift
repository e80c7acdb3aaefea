import AuthenticatorTestSupport
import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// Sign-ins with a passkey, alone or as the second factor.
@Suite struct PasskeySignInTests {
    @Test func signsInWithPasskeyAlone() async throws {
        let owner = try await SecondFactorOwner()
        let passkey = owner.authenticator()
        try await owner.addPasskey(passkey)
        var driver = try await BrowserDriver(on: owner.server, authentication: .requiring(.multiFactor))
        try await driver.submit(.passkey(try owner.response(of: passkey, to: driver.flow)))
        #expect(driver.hasCode)
        let authentication = try #require(driver.browser.session?.authentication)
        #expect(authentication.amr == [.hardwareKey, .user, .multiFactor])
        let uses = try await owner.server.store.factorUses(of: owner.account.id)
        #expect(uses.contains { $0.factor == .passkey })
    }

    @Test func statesPhishingResistance() async throws {
        for (requested, isSynchronized) in [(ACR.phishingResistant, true), (.hardwareProtected, false)] {
            let owner = try await SecondFactorOwner()
            var passkey = owner.authenticator()
            if isSynchronized { passkey.flags.formUnion([.backupEligible, .backedUp]) }
            try await owner.addPasskey(passkey)
            var driver = try await BrowserDriver(on: owner.server, authentication: .requiring(requested))
            try await driver.submit(.passkey(try owner.response(of: passkey, to: driver.flow)))
            guard case .code(let code)? = driver.response?.outcome else {
                Issue.record("The class \(requested) was not reached.")
                continue
            }
            let id = AuthorizationCode.ID(OpaqueToken.hash(of: code.reveal()))
            #expect(try await owner.server.store.code(id)?.authentication.acr == requested)
            #expect(driver.browser.session?.authentication.requestedClass == nil)
        }
    }

    @Test func rejectsSynchronizedPasskeyForHardwareProtection() async throws {
        let owner = try await SecondFactorOwner()
        var passkey = owner.authenticator()
        passkey.flags.formUnion([.backupEligible, .backedUp])
        try await owner.addPasskey(passkey)
        var driver = try await BrowserDriver(on: owner.server, authentication: .requiring(.hardwareProtected))
        try await driver.submit(.passkey(try owner.response(of: passkey, to: driver.flow)))
        #expect(driver.error == .unmetAuthenticationRequirements)
    }

    @Test func acceptsResponseInOneOfManyConcurrentSubmissions() async throws {
        let owner = try await SecondFactorOwner()
        let passkey = owner.authenticator()
        try await owner.addPasskey(passkey)
        let driver = try await BrowserDriver(on: owner.server)
        let response = try owner.response(of: passkey, to: driver.flow)
        let codes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    var driver = driver
                    try? await driver.submit(.passkey(response))
                    return driver.hasCode
                }
            }
            return await group.reduce(0) { $1 ? $0 + 1 : $0 }
        }
        #expect(codes == 1)
    }

    @Test func rejectsResponseOfAnotherFlow() async throws {
        let owner = try await SecondFactorOwner()
        let passkey = owner.authenticator()
        try await owner.addPasskey(passkey)
        var first = try await BrowserDriver(on: owner.server)
        let response = try owner.response(of: passkey, to: first.flow)
        var second = try await BrowserDriver(on: owner.server)
        #expect(await second.rejection(.passkey(response)) == .factorRejected(.passkey))
        // A step that the flow has left is over, too.
        try await first.submit(.signInByPassword(email: SecondFactorOwner.email))
        #expect(await first.rejection(.passkey(response)) == .factorRejected(.passkey))
        #expect(first.browser.session == nil && second.browser.session == nil)
    }

    @Test func rejectsIncorrectResponses() async throws {
        let owner = try await SecondFactorOwner()
        var passkey = owner.authenticator()
        passkey.signCount = 5
        try await owner.addPasskey(passkey)
        let changes: [(String, (inout SoftwareAuthenticator) -> Void)] = [
            ("origin", { $0.origin = "https://id.example.net" }),
            ("relying party", { $0.relyingPartyID = "example.net" }),
            ("user handle", { $0.userHandle = Data("another user".utf8) }),
            ("key", { $0.key = .edDSA }),
            ("user verification", { $0.flags.remove(.userVerified) }),
            ("user presence", { $0.flags.remove(.userPresent) }),
            ("counter", { $0.signCount = 5 }),
            ("backup eligibility", { $0.flags.insert(.backupEligible) }),
        ]
        passkey.signCount = 6
        for (name, change) in changes {
            var wrong = passkey
            change(&wrong)
            var driver = try await BrowserDriver(on: owner.server)
            let response = try owner.response(of: wrong, to: driver.flow)
            let error = await driver.rejection(.passkey(response))
            #expect(error == .factorRejected(.passkey), "\(name)")
            #expect(driver.browser.session == nil, "\(name)")
        }
        var driver = try await BrowserDriver(on: owner.server)
        #expect(await driver.rejection(.passkey("no assertion")) == .factorRejected(.passkey))
        try await driver.submit(.passkey(try owner.response(of: passkey, to: driver.flow)))
        #expect(driver.hasCode)
    }

    @Test func reportsUnknownPasskey() async throws {
        let owner = try await SecondFactorOwner()
        var driver = try await BrowserDriver(on: owner.server)
        let response = try owner.response(of: owner.authenticator(), to: driver.flow)
        #expect(await driver.rejection(.passkey(response)) == .passkeyUnknown)
    }

    @Test func countsIncorrectResponsesForNetworkAddressOnly() async throws {
        var limits = RateLimits()
        limits.failuresPerAddress = RateLimits.Rate(2, per: 600)
        let owner = try await SecondFactorOwner(limits: limits)
        let passkey = owner.authenticator()
        try await owner.addPasskey(passkey)
        var wrong = passkey
        wrong.key = .edDSA
        var driver = try await BrowserDriver(on: owner.server)
        for _ in 0..<2 {
            let response = try owner.response(of: wrong, to: driver.flow)
            #expect(await driver.rejection(.passkey(response)) == .factorRejected(.passkey))
        }
        let response = try owner.response(of: passkey, to: driver.flow)
        #expect(await driver.rejection(.passkey(response)) == .limited(retryAfter: 600))
        var other = try await BrowserDriver(on: owner.server, address: "198.51.100.9")
        try await other.submit(.passkey(try owner.response(of: passkey, to: other.flow)))
        #expect(other.hasCode)
    }

    @Test func rejectsDisabledAccount() async throws {
        let owner = try await SecondFactorOwner()
        let passkey = owner.authenticator()
        try await owner.addPasskey(passkey)
        try await owner.server.store.commit(try await owner.stored.changes(disabling: true, at: owner.server.clock.now))
        var driver = try await BrowserDriver(on: owner.server)
        let response = try owner.response(of: passkey, to: driver.flow)
        #expect(await driver.rejection(.passkey(response)) == .accountDisabled)
    }

    @Test func acceptsSecurityKeyWithoutVerificationAfterPassword() async throws {
        let owner = try await SecondFactorOwner()
        var key = owner.authenticator()
        key.flags = [.userPresent]
        try await owner.addPasskey(key)
        var driver = try await owner.browserAfterPassword(.requiring(.multiFactor))
        let step = try #require(driver.step.additionalFactor)
        #expect(step.factor == .passkey)
        try await driver.submit(.factor(try owner.sign(step.challenge, with: key)))
        #expect(driver.hasCode)
        #expect(driver.browser.session?.authentication.amr == [.password, .hardwareKey, .multiFactor])
    }

    @Test func rejectsPasskeyOfAnotherAccountAsSecondFactor() async throws {
        let owner = try await SecondFactorOwner()
        try await owner.addPasskey(owner.authenticator())
        var foreign = owner.authenticator(.edDSA)
        foreign.credentialID = Data(repeating: 9, count: 32)
        var driver = try await owner.browserAfterPassword(.requiring(.multiFactor))
        let step = try #require(driver.step.additionalFactor)
        let response = try owner.sign(step.challenge, with: foreign)
        #expect(await driver.rejection(.factor(response)) == .factorRejected(.passkey))
    }

    @Test func rejectsCredentialIDThatIsRegistered() async throws {
        let owner = try await SecondFactorOwner()
        let passkey = owner.authenticator()
        try await owner.addPasskey(passkey)
        let error = await accountError { try await owner.addPasskey(passkey) }
        #expect(error == .wrongCode)
    }

    @Test func offersPasskeyOnceInThirtyDays() async throws {
        let owner = try await SecondFactorOwner()
        func signedIn() async throws -> BrowserDriver {
            var driver = try await BrowserDriver(on: owner.server)
            let entry = EntryOptions(endsWithBrowser: false, createsPasskeys: true)
            try await driver.submit(.entered(.signInByPassword(email: SecondFactorOwner.email), entry))
            try await driver.submit(.password(SecondFactorOwner.password))
            return driver
        }
        var driver = try await signedIn()
        guard case .offerPasskey(let step) = driver.step else {
            Issue.record("No passkey is offered.")
            return
        }
        #expect(driver.browser.session != nil)
        try await driver.submit(.proceed)
        #expect(driver.hasCode)
        owner.server.clock.advance(by: 29 * 86_400)
        #expect(try await signedIn().hasCode)
        owner.server.clock.advance(by: 86_400)
        var later = try await signedIn()
        guard case .offerPasskey(let second) = later.step else {
            Issue.record("No passkey is offered after 30 days.")
            return
        }
        #expect(second.enrolment != step.enrolment)
        let passkey = owner.authenticator()
        let challenge = try second.enrolment.decoded(as: PublicKeyCredentialCreationOptions.self).challenge
        try await later.submit(.enrol(try JSONValue(encoding: try passkey.register(challenge))))
        #expect(later.hasCode)
        #expect(try await !owner.stored.requiresSecondFactor)
        var next = try await BrowserDriver(on: owner.server)
        try await next.submit(.passkey(try owner.response(of: passkey, to: next.flow)))
        #expect(next.hasCode)
    }

    @Test func offersNoPasskeyBeforeProofOfSecondFactor() async throws {
        let owner = try await SecondFactorOwner { $0.secondFactor = .off }
        _ = try await owner.enrolApp()
        var driver = try await BrowserDriver(on: owner.server)
        let entry = EntryOptions(endsWithBrowser: false, createsPasskeys: true)
        try await driver.submit(.entered(.signInByPassword(email: SecondFactorOwner.email), entry))
        try await driver.submit(.password(SecondFactorOwner.password))
        #expect(driver.hasCode)
    }
}
