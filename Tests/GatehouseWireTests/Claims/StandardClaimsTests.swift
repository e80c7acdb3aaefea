import Foundation
import GatehouseWire
import Testing

@Suite struct StandardClaimsTests {
    @Test func usesStandardNames() throws {
        var claims = StandardClaims()
        claims.name = "Example Person"
        claims.givenName = "Example"
        claims.familyName = "Person"
        claims.middleName = "M"
        claims.nickname = "Ex"
        claims.preferredUsername = "example"
        claims.profile = "https://example.com/p"
        claims.picture = "https://example.com/p.png"
        claims.website = "https://example.com"
        claims.email = "someone@example.com"
        claims.emailVerified = true
        claims.gender = "x"
        claims.birthdate = "0000-03-22"
        claims.zoneInfo = "Europe/Berlin"
        claims.locale = "de"
        claims.phoneNumber = "+1 555 0100"
        claims.phoneNumberVerified = false
        claims.address = PostalAddress(streetAddress: "1 Example Street\nFloor 2", postalCode: "12345", country: "US")
        claims.updatedAt = UnixTime(seconds: 1_700_000_000)
        let json = #"""
            {"address":{"country":"US","postal_code":"12345","street_address":"1 Example Street\nFloor 2"},
            "birthdate":"0000-03-22","email":"someone@example.com","email_verified":true,"family_name":"Person",
            "gender":"x","given_name":"Example","locale":"de","middle_name":"M","name":"Example Person","nickname":"Ex",
            "phone_number":"+1 555 0100","phone_number_verified":false,"picture":"https://example.com/p.png",
            "preferred_username":"example","profile":"https://example.com/p","updated_at":1700000000,
            "website":"https://example.com","zoneinfo":"Europe/Berlin"}
            """#.replacing("\n", with: "")
        #expect(String(decoding: JSONCoding.encode(claims), as: UTF8.self) == json)
        let read = try JSONCoding.decode(StandardClaims.self, from: Data(json.utf8))
        #expect(read == claims)
        #expect(read.address?.streetAddress == "1 Example Street\nFloor 2")
        #expect(read.updatedAt == UnixTime(seconds: 1_700_000_000))
        #expect(read.phoneNumberVerified == false)
    }

    @Test func treatsMistypedClaimsAsAbsent() throws {
        let json =
            #"{"name":7,"email_verified":"true","phone_number_verified":"no","address":"x","updated_at":"y","locale":null}"#
        let claims = try JSONCoding.decode(StandardClaims.self, from: Data(json.utf8))
        #expect(claims.name == nil)
        #expect(claims.emailVerified == true)
        #expect(claims.phoneNumberVerified == nil)
        #expect(claims.address == nil)
        #expect(claims.updatedAt == nil)
        #expect(claims.locale == nil)
        #expect(claims[.name] == 7)
    }

    @Test func removesClaimSetToNil() {
        var claims = StandardClaims([.name: "x"])
        claims.name = nil
        #expect(claims.isEmpty)
    }

    @Test func filtersClaimsByScope() {
        let claims = StandardClaims([.email: "a@example.com", .emailVerified: true, .name: "x", .phoneNumber: "1"])
        #expect(
            claims.filtered(to: Scope.email.claims).values.keys.sorted { $0.rawValue < $1.rawValue } == [
                .email, .emailVerified,
            ]
        )
        #expect(claims.removing(Scope.email.claims) == StandardClaims([.name: "x", .phoneNumber: "1"]))
        #expect(claims.merging(StandardClaims([.name: "y"])).name == "y")
    }

    @Test(arguments: [(Scope.openid, 1), (.profile, 14), (.email, 2), (.phone, 2), (.address, 1), (.offlineAccess, 0)])
    func mapsScopesToStandardClaims(_ scope: Scope, _ count: Int) {
        #expect(Set(scope.claims).count == count)
        #expect(scope.claims.count == count)
    }
}
