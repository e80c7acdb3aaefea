import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AttributesFlowTests {
    private let email = "ada@example.com"
    private let onePage = [
        ClientAttribute(name: "given_name", isRequired: true),
        ClientAttribute(name: "birthdate", kind: .date),
        ClientAttribute(name: "postcode", pattern: "[0-9]{5}"),
    ]
    private let threePages = [
        ClientAttribute(name: "given_name", isRequired: true, page: 1),
        ClientAttribute(name: "terms", kind: .boolean, isRequired: true, page: 3),
        ClientAttribute(name: "nickname", page: 2),
    ]

    private func visitAtAttributes(_ attributes: [ClientAttribute]) async throws -> BrowserDriver {
        let server = try await CompleteServer.with { $0.attributes = attributes }
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signUp(email: email, password: nil))
        try await driver.submitMailedCode(to: email)
        return driver
    }

    @Test func createsAccountAfterRequiredAttributes() async throws {
        var driver = try await visitAtAttributes(onePage)
        #expect(driver.step.name == "attributes")
        #expect(driver.browser.session == nil)
        #expect(try await driver.server.account(email) == nil)
        try await driver.submit(.attributes(["given_name": " Ada ", "birthdate": "1815-12-10", "postcode": ""]))
        #expect(driver.hasCode)
        #expect(
            try await driver.server.account(email)?.attributes == ["given_name": "Ada", "birthdate": "1815-12-10"]
        )
    }

    @Test func reportsEveryInvalidAttribute() async throws {
        var driver = try await visitAtAttributes(onePage)
        let typed = ["given_name": "  ", "birthdate": "1815-02-30", "postcode": "1234"]
        #expect(
            await driver.rejection(.attributes(typed))
                == .attributesRejected([
                    "given_name": .missing, "birthdate": .notA(.date), "postcode": .patternMismatch,
                ])
        )
        #expect(driver.step.name == "attributes")
        #expect(try await driver.server.account(email) == nil)
    }

    @Test func asksForAttributePagesInOrder() async throws {
        var driver = try await visitAtAttributes(threePages)
        #expect(page(driver) == 1)
        let number = driver.number
        try await driver.submit(.attributes(["given_name": "Ada", "terms": "true", "nickname": "early"]))
        #expect(page(driver) == 2)
        #expect(await driver.rejection(.attributes(["given_name": "Eve"]), to: number) == .stale)
        try await driver.submit(.attributes([:]))
        #expect(page(driver) == 3)
        #expect(await driver.rejection(.attributes([:])) == .attributesRejected(["terms": .missing]))
        try await driver.submit(.attributes(["terms": "true"]))
        #expect(driver.hasCode)
        #expect(try await driver.server.account(email)?.attributes == ["given_name": "Ada", "terms": true])
    }

    @Test func ignoresUnrequestedAttributes() async throws {
        var driver = try await visitAtAttributes(onePage)
        try await driver.submit(.attributes(["given_name": "Ada", "email_verified": "true", "admin": "true"]))
        #expect(try await driver.server.account(email)?.attributes == ["given_name": "Ada"])
    }

    @Test func requestsMissingRequiredAttributesAtSignIn() async throws {
        let server = try await CompleteServer.with { $0.attributes = threePages }
        let account = try await server.addAccount(email, attributes: ["given_name": "Ada", "shoe": 42])
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        try await driver.submitMailedCode(to: email)
        #expect(page(driver) == 3)
        try await driver.submit(.attributes(["terms": "true"]))
        #expect(driver.hasCode)
        let stored = try #require(try await server.account(email))
        #expect(stored.attributes == ["given_name": "Ada", "terms": true, "shoe": 42])
        #expect(stored.revision == account.revision + 1)
    }

    @Test func skipsAttributesThatAccountAlreadyHas() async throws {
        let server = try await CompleteServer.with { $0.attributes = onePage }
        try await server.addAccount(email, attributes: ["given_name": "Ada"])
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        try await driver.submitMailedCode(to: email)
        #expect(driver.hasCode)
    }

    @Test func requiresSignInAfterConcurrentSignOut() async throws {
        let server = try await CompleteServer.with { $0.attributes = onePage }
        try await server.addAccount(email)
        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByCode(email: email))
        try await driver.submitMailedCode(to: email)
        driver.browser = BrowserContext(binding: driver.browser.binding)
        try await driver.submit(.attributes(["given_name": "Eve"]))
        #expect(driver.step.mode == .signIn)
        #expect(try await server.account(email)?.attributes == [:])
    }

    @Test(arguments: [
        (ClientAttribute(name: "a", kind: .text), " x ", JSONValue.string("x")),
        (ClientAttribute(name: "a", kind: .email), "Ada@Example.com", "ada@example.com"),
        (ClientAttribute(name: "a", kind: .number), "42", 42),
        (ClientAttribute(name: "a", kind: .number), "-1.5", -1.5),
        (ClientAttribute(name: "a", kind: .date), "2024-02-29", "2024-02-29"),
        (ClientAttribute(name: "a", kind: .boolean), "true", true),
        (ClientAttribute(name: "a", kind: .boolean), "", false),
        (ClientAttribute(name: "a", kind: .choice, options: ["b", "c"]), "c", "c"),
        (ClientAttribute(name: "a", pattern: "[A-Z]+|x"), "ABC", "ABC"),
    ])
    func storesValueInItsType(attribute: ClientAttribute, typed: String, value: JSONValue) throws {
        #expect(try AttributeForm([attribute]).check(["a": typed], page: 1) == ["a": value])
    }

    @Test(arguments: [
        (ClientAttribute(name: "a", kind: .email), "ada", AttributeError.notA(.email)),
        (ClientAttribute(name: "a", kind: .number), "forty", .notA(.number)),
        (ClientAttribute(name: "a", kind: .number), "inf", .notA(.number)),
        (ClientAttribute(name: "a", kind: .number), "nan", .notA(.number)),
        (ClientAttribute(name: "a", kind: .date), "29.02.2024", .notA(.date)),
        (ClientAttribute(name: "a", kind: .date), "2023-02-29", .notA(.date)),
        (ClientAttribute(name: "a", kind: .boolean), "perhaps", .notA(.boolean)),
        (ClientAttribute(name: "a", kind: .boolean, isRequired: true), "false", .missing),
        (ClientAttribute(name: "a", kind: .choice, options: ["b"]), "c", .notA(.choice)),
        (ClientAttribute(name: "a", pattern: "[A-Z]+"), "ABCd", .patternMismatch),
        (ClientAttribute(name: "a"), "tab\tin it", .notA(.text)),
        (ClientAttribute(name: "a"), String(repeating: "x", count: 513), .tooLong(maximum: 512)),
    ])
    func rejectsInvalidValue(
        attribute: ClientAttribute,
        typed: String,
        problem: AttributeError
    ) throws {
        #expect(throws: AttributeErrors(problems: ["a": problem])) {
            try AttributeForm([attribute]).check(["a": typed], page: 1)
        }
    }

    private func page(_ driver: BrowserDriver) -> Int? {
        guard case .attributes(let step) = driver.step else { return nil }
        return step.page
    }
}
