import GatehouseServer
import GatehouseWire
import Testing

@Suite struct FormProtectionTests {
    @Test func acceptsTokenOnlyForItsBrowserFormAndStep() throws {
        let protection = try ServerHarness().identity.forms
        let browser = BrowserContext(binding: Secret("one browser"))
        let other = BrowserContext(binding: Secret("another browser"))
        let token = protection.token(form: "code", step: 2, browser: browser)
        #expect(protection.isValid(token, form: "code", step: 2, browser: browser))
        #expect(!protection.isValid(token, form: "code", step: 1, browser: browser))
        #expect(!protection.isValid(token, form: "password", step: 2, browser: browser))
        #expect(!protection.isValid(token, form: "code", step: 2, browser: other))
        for invalid in [nil, "", String(token.dropLast()), token + "A"] {
            #expect(!protection.isValid(invalid, form: "code", step: 2, browser: browser))
        }
    }
}
