import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct ClaimsProjectionTests {
    private static let everything: ScopeSet = [.openid, .profile, .email, .phone, .address]

    private func account(
        _ attributes: [String: JSONValue] = [:],
        _ identifiers: [AccountIdentifier] = []
    ) -> Account {
        Account(
            id: Account.ID("account-1"),
            identifiers: identifiers,
            passwordHash: "hash",
            attributes: attributes,
            createdAt: TestClock().now,
            updatedAt: TestClock().now
        )
    }

    private func client(attributes: [String] = [], skipsConsent: Bool = false) -> Client {
        Client(
            id: Client.ID("app"),
            name: "Example App",
            secretHash: nil,
            tokenEndpointAuthMethod: .none,
            redirectURIs: [],
            grantTypes: [.authorizationCode],
            scopes: [.openid, .profile, .email],
            requiresPKCE: true,
            idTokenAlgorithm: .es256,
            skipsConsent: skipsConsent,
            attributes: attributes.map { ClientAttribute(name: $0) },
            createdAt: TestClock().now
        )
    }

    @Test func returnsClaimsOfEachScope() {
        let account = account(
            ["nickname": "nick", "phone_number": "+49 30 123456", "locality": "Berlin", "size": "M"],
            [AccountIdentifier(kind: .email, value: "person@example.com", verifiedAt: nil)]
        )
        let expected: [(ScopeSet, [ClaimName: JSONValue])] = [
            ([], [:]),
            ([.openid, .offlineAccess], [:]),
            ([.profile], [.nickname: "nick", .updatedAt: 1_800_000_000]),
            ([.email], [.email: "person@example.com", .emailVerified: false]),
            ([.phone], [.phoneNumber: "+49 30 123456", .phoneNumberVerified: false]),
            ([.address], [.address: ["locality": "Berlin"]]),
        ]
        for (scopes, claims) in expected {
            let given = ClaimsProjection(account: account, client: client()).userInfo(scopes, nil)
            #expect(given == StandardClaims(claims), "\(scopes)")
        }
    }

    @Test func marksVerifiedIdentifiersAsVerified() {
        let account = account(
            ["phone_number": "+49 30 999999"],
            [
                AccountIdentifier(kind: .email, value: "person@example.com", verifiedAt: TestClock().now),
                AccountIdentifier(kind: .phone, value: "+4930123456", verifiedAt: TestClock().now),
                AccountIdentifier(kind: .username, value: "person", verifiedAt: nil),
            ]
        )
        let claims = ClaimsProjection(account: account, client: client()).userInfo(Self.everything, nil)
        #expect(claims.emailVerified == true)
        #expect(claims.phoneNumber == "+4930123456")
        #expect(claims.phoneNumberVerified == true)
        #expect(claims.preferredUsername == "person")
    }

    @Test(
        arguments: [
            (["given_name": "Given", "family_name": "Family"], "Given Family"),
            (["given_name": "Given", "family_name": ""], "Given"),
            (["family_name": "Family"], "Family"),
            (["given_name": "Given", "name": "Whole Name"], "Whole Name"),
            ([:], nil),
        ] as [([String: JSONValue], String?)]
    )
    func composesNameUnlessSet(_ attributes: [String: JSONValue], _ name: String?) {
        let claims = ClaimsProjection(account: account(attributes), client: client()).userInfo([.profile], nil)
        #expect(claims.name == name)
    }

    @Test func ignoresAttributesNamedLikeServerClaims() {
        let forged: [String: JSONValue] = [
            "sub": "account-2", "email": "other@example.com", "email_verified": true, "phone_number_verified": true,
            "updated_at": 0, "iss": "https://other.example.com", "acr": "urn:example:gold", "scope": "admin",
        ]
        let client = client(attributes: Array(forged.keys))
        let claims = ClaimsProjection(account: account(forged), client: client).userInfo(Self.everything, nil)
        #expect(claims == StandardClaims([.updatedAt: 1_800_000_000]))
    }

    @Test func returnsAttributesOfClientsOwnForm() {
        let account = account(["size": "M", "shoe": 42, "phone_number": "+49 30 123456"])
        let claims = ClaimsProjection(account: account, client: client(attributes: ["size", "phone_number"]))
        #expect(claims.userInfo([.profile], nil)[ClaimName(rawValue: "size")] == "M")
        #expect(claims.userInfo([.profile], nil)[ClaimName(rawValue: "shoe")] == nil)
        #expect(claims.userInfo([.profile], nil).phoneNumber == nil)
        #expect(claims.userInfo([.email], nil)[ClaimName(rawValue: "size")] == nil)
    }

    @Test func returnsRequestedClaimsOnlyWithConsent() {
        let account = account(
            ["nickname": "nick"],
            [AccountIdentifier(kind: .email, value: "person@example.com", verifiedAt: nil)]
        )
        let request = ClaimsRequest(
            userInfo: [.nickname: .init(essential: true)],
            idToken: [.email: .init(), .phoneNumber: .init()]
        )
        let granted = GrantedClaims(request)
        let external = ClaimsProjection(account: account, client: client())
        #expect(external.userInfo([.openid], granted) == StandardClaims())
        #expect(external.idToken([.openid], granted) == StandardClaims())
        #expect(external.idToken([.openid, .email], granted) == StandardClaims([.email: "person@example.com"]))

        let agreed = GrantedClaims(request, agreed: [.nickname, .email, .phoneNumber])
        #expect(external.userInfo([.openid], agreed) == StandardClaims([.nickname: "nick"]))
        #expect(
            external.idToken([.openid], agreed) == StandardClaims([.email: "person@example.com"]),
            "The client is not registered for the phone number."
        )

        let firstParty = ClaimsProjection(account: account, client: client(skipsConsent: true))
        #expect(firstParty.userInfo([.openid], granted) == StandardClaims([.nickname: "nick"]))
        #expect(firstParty.idToken([.openid], granted) == StandardClaims([.email: "person@example.com"]))
    }
}
