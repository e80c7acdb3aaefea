import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer
@testable import GatehouseStore

/// The trust in a browser in which the user proved an address as the second factor.
@Suite struct AddressTrustTests {
    private static let number = "+4930123456"

    private let owner: SecondFactorOwner

    init() async throws {
        let factors = FactorSettings(secondFactor: .required, acceptsSMSCodes: true)
        owner = try await SecondFactorOwner(factors: factors, trustedBrowser: 30 * 86_400)
        var account = owner.account
        account.identifiers.append(
            AccountIdentifier(kind: .phone, value: Self.number, verifiedAt: owner.server.clock.now)
        )
        account.revision += 1
        try await owner.server.store.commit([.account(.update(account))])
        var driver = try await owner.browserAfterPassword()
        let code = try await owner.server.code(to: Self.number)
        try await driver.submit(.factor(.string(code), trustsBrowser: true))
        try #require(driver.hasCode)
    }

    private var addresses: AddressChanger { owner.server.identity.accounts.addresses }

    private var isTrusted: Bool {
        get async throws {
            try await owner.server.store.knownBrowsers(of: owner.account.id).contains { $0.trustedUntil != nil }
        }
    }

    @Test func endsTrustWhenNumberIsRemoved() async throws {
        #expect(try await isTrusted)
        let number = try #require(LoginIdentifier(.phone, Self.number))
        _ = try await addresses.remove(
            number,
            from: try await owner.stored,
            owner.request([.knowledge, .possession])
        )
        #expect(try await !isTrusted)
    }

    @Test func endsTrustWhenNumberIsReplaced() async throws {
        let call = AccountRequest(
            client: owner.server.identity.accounts.client,
            language: .english,
            authority: .administrator,
            context: RequestMetadata(address: nil, requestID: "request-1")
        )
        _ = try await addresses.setAddress(
            .phone,
            to: "+4930654321",
            of: try await owner.stored,
            isVerified: true,
            call
        )
        #expect(try await !isTrusted)
    }

    @Test func endsTrustWhenUserVerifiesAnotherNumberInItsPlace() async throws {
        let call = owner.request([.knowledge, .possession])
        let pending = try await addresses.setAddress(.phone, to: "+4930654321", of: try await owner.stored, call)
        #expect(try await isTrusted)
        let code = try await owner.server.code(to: "+4930654321")
        _ = try await addresses.verify(.phone, of: pending, code: code, call)
        #expect(try await !isTrusted)
    }

    @Test func keepsTrustWhenAddressIsAdded() async throws {
        let call = owner.request([.knowledge, .possession])
        let pending = try await addresses.add("ada@example.net", as: .email, to: try await owner.stored, call)
        let code = try await owner.server.code(to: "ada@example.net")
        _ = try await addresses.verify(.email, of: pending, code: code, call)
        #expect(try await isTrusted)
    }
}
