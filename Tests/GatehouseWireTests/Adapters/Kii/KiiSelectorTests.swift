import GatehouseWire
import Testing

@Suite struct KiiSelectorTests {
    @Test(arguments: [
        ("me", KiiSelector.me),
        ("ab12cd", .id("ab12cd")),
        ("EMAIL:ada@example.com", .name(.email, "ada@example.com")),
        ("EMAIL%3Aada%40example.com", .name(.email, "ada@example.com")),
        ("PHONE:+818012345678", .name(.phone, "+818012345678")),
        ("PHONE%3A%2B818012345678", .name(.phone, "+818012345678")),
        ("PHONE:JP-08012345678", .name(.phone, "JP-08012345678")),
        ("LOGIN_NAME:ada.l", .name(.loginName, "ada.l")),
        ("LOGIN_NAME:a:b", .name(.loginName, "a:b")),
        ("TWITTER:1", .name(KiiAccountType(rawValue: "TWITTER"), "1")),
        ("email:ada@example.com", .id("email:ada@example.com")),
        ("Me", .id("Me")),
    ])
    func readsSegments(segment: String, selector: KiiSelector) {
        #expect(KiiSelector(segment: segment) == selector)
    }

    @Test(arguments: ["", "%", "%4", "%zz", "%FF", "EMAIL:%00", "a%0Ab"])
    func rejectsMalformedSegments(segment: String) {
        #expect(KiiSelector(segment: segment) == nil)
    }

    @Test(arguments: [
        KiiSelector.me, .id("a b/c"), .name(.email, "ada+kii@example.com"), .name(.phone, "+818012345678"),
        .name(.loginName, "ada_l"),
    ])
    func readsBackWrittenSegments(selector: KiiSelector) {
        #expect(!selector.segment.contains("/"))
        #expect(KiiSelector(segment: selector.segment) == selector)
    }

    @Test func namesSelectorInErrors() {
        #expect(KiiSelector.id("x").field == .userID)
        #expect(KiiSelector.name(.phone, "+818012345678").field == .address)
        #expect(KiiSelector.name(.phone, "+818012345678").value == "PHONE:+818012345678")
    }

    @Test func insertsAppAndUserIntoPaths() {
        #expect(KiiAPI.register.path(app: "a1") == "/apps/a1/users")
        #expect(KiiAPI.read.path(app: "a/1", user: .me) == "/apps/a%2F1/users/me")
        #expect(
            KiiAPI.verify(.phone).path(app: "a1", user: .name(.phone, "+81"))
                == "/apps/a1/users/PHONE:%2B81/phone-number/verify"
        )
        #expect(KiiAPI.token.path(app: "a1") == "/oauth2/token")
        #expect(KiiAPI.appToken.path(app: "a1") == "/apps/a1/oauth2/token")
    }
}
