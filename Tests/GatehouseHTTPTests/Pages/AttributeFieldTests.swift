import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// The form fields of attributes.
@Suite struct AttributeFieldTests {
    private func page(asking attributes: [ClientAttribute]) async throws -> (ServerFixture, ScriptedBrowser) {
        let web = try await ServerFixture { $0.attributes = attributes }
        let browser = try await web.browser()
        try await browser.submit(["email": "ada@example.com"])
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        return (web, browser)
    }

    private func input(_ name: String, in browser: ScriptedBrowser) async throws -> Substring {
        let inputs = await browser.page.matches(of: /<input [^>]*>/).map(\.output)
        return try #require(inputs.first { $0.contains("name=\"attribute.\(name)\"") })
    }

    @Test func rendersPhoneNumberAsTelephoneInput() async throws {
        let (_, browser) = try await page(asking: [ClientAttribute(name: "phone_number", isRequired: true)])
        let input = try await input("phone_number", in: browser)
        #expect(input.contains("type=\"tel\""))
        #expect(input.contains("autocomplete=\"tel\""))
    }

    @Test func acceptsValueUpToMaximumLength() async throws {
        let (_, browser) = try await page(asking: [ClientAttribute(name: "city", isRequired: true)])
        #expect(try await input("city", in: browser).contains("maxlength=\"512\""))
        try await browser.submit(["attribute.city": String(repeating: "x", count: 513)])
        #expect(await Set(browser.problems) == ["Use 512 characters or fewer."])
        try await browser.submit(["attribute.city": String(repeating: "x", count: 512)])
        #expect(await browser.hasLeft)
    }

    @Test func keepsStoredAttributesWhenMoreAreRequired() async throws {
        let (web, first) = try await page(asking: [
            ClientAttribute(name: "newsletter", kind: .boolean), ClientAttribute(name: "size", kind: .number),
        ])
        try await first.submit(["attribute.newsletter": "true", "attribute.size": "42"])
        #expect(await first.hasLeft)

        var app = try #require(try await web.server.store.client("app"))
        app.attributes.append(ClientAttribute(name: "city", isRequired: true))
        try await web.server.store.commit([.client(.update(app))])
        let browser = try await web.browser()
        web.server.clock.advance(by: 30)
        try await browser.submit(["email": "ada@example.com"])
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        #expect(try await input("newsletter", in: browser).contains(" checked"))
        #expect(await browser.value("attribute.size") == "42")
        try await browser.submit(["attribute.city": "Example City"])
        #expect(await browser.hasLeft)
        let account = try #require(try await web.server.store.account(.email, "ada@example.com"))
        #expect(account.attributes == ["newsletter": true, "size": 42, "city": "Example City"])
    }
}
