import KiiSDK
import Testing

@Suite struct KiiUserBuilderTests {
    @Test func classifiesIdentifier() throws {
        let email = try #require(KiiUserBuilder(identifier: "ada@example.com", password: "analytical")).build()
        #expect((email.email, email.phoneNumber, email.username) == ("ada@example.com", nil, nil))
        let phone = try #require(KiiUserBuilder(identifier: "+819012345678", password: "analytical")).build()
        #expect((phone.email, phone.phoneNumber, phone.username) == (nil, "+819012345678", nil))
        let digits = try #require(KiiUserBuilder(identifier: "0901234567", password: "analytical")).build()
        #expect((digits.phoneNumber, digits.username) == ("0901234567", nil))
        let name = try #require(KiiUserBuilder(identifier: "ada_l", password: "analytical")).build()
        #expect((name.email, name.phoneNumber, name.username) == (nil, nil, "ada_l"))
    }

    @Test(arguments: ["", "ab", "ada lovelace", "@", "a@b@c", String(repeating: "a", count: 65)])
    func rejectsInvalidIdentifier(text: String) {
        #expect(KiiUserBuilder(identifier: text, password: "analytical") == nil)
    }

    @Test func addsIdentifiersOneByOne() {
        let user = KiiUserBuilder(username: "ada", password: "analytical")
            .setEmail("ada@example.com")
            .setGlobalPhoneNumber("+819012345678")
            .setUsername("ada_l")
            .build()
        #expect(user.username == "ada_l")
        #expect(user.email == "ada@example.com")
        #expect(user.phoneNumber == "+819012345678")
        #expect(user.userID == nil)
    }
}
