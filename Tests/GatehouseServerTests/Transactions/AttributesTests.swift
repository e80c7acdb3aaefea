import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AttributesTests {
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

    private func signingUp(_ attributes: [ClientAttribute]) async throws -> Visit {
        let server = try await FullServer.with { $0.attributes = attributes }
        var visit = try await Visit(on: server)
        try await visit.submit(.signUp(email: email, password: nil))
        try await visit.submitMailedCode(to: email)
        return visit
    }

    @Test func theAccountIsMadeOnceTheDataIsThere() async throws {
        var visit = try await signingUp(onePage)
        #expect(visit.step.name == "attributes")
        #expect(visit.browser.session == nil)
        #expect(try await visit.server.account(email) == nil)
        try await visit.submit(.attributes(["given_name": " Ada ", "birthdate": "1815-12-10", "postcode": ""]))
        #expect(visit.hasCode)
        #expect(
            try await visit.server.account(email)?.attributes == ["given_name": "Ada", "birthdate": "1815-12-10"]
        )
    }

    @Test func everyFieldThatIsWrongIsNamed() async throws {
        var visit = try await signingUp(onePage)
        let typed = ["given_name": "  ", "birthdate": "1815-02-30", "postcode": "1234"]
        #expect(
            await visit.refused(.attributes(typed))
                == .attributesRefused(["given_name": .missing, "birthdate": .notA(.date), "postcode": .patternMismatch])
        )
        #expect(visit.step.name == "attributes")
        #expect(try await visit.server.account(email) == nil)
    }

    @Test func severalPagesComeInTheirOrder() async throws {
        var visit = try await signingUp(threePages)
        #expect(page(visit) == 1)
        let number = visit.number
        try await visit.submit(.attributes(["given_name": "Ada", "terms": "true", "nickname": "early"]))
        #expect(page(visit) == 2)
        #expect(await visit.refused(.attributes(["given_name": "Eve"]), to: number) == .stale)
        try await visit.submit(.attributes([:]))
        #expect(page(visit) == 3)
        #expect(await visit.refused(.attributes([:])) == .attributesRefused(["terms": .missing]))
        try await visit.submit(.attributes(["terms": "true"]))
        #expect(visit.hasCode)
        #expect(try await visit.server.account(email)?.attributes == ["given_name": "Ada", "terms": true])
    }

    @Test func fieldsThatNobodyAskedForAreNotKept() async throws {
        var visit = try await signingUp(onePage)
        try await visit.submit(.attributes(["given_name": "Ada", "email_verified": "true", "admin": "true"]))
        #expect(try await visit.server.account(email)?.attributes == ["given_name": "Ada"])
    }

    @Test func anAccountThatLacksRequiredDataIsAskedForItAtSignIn() async throws {
        let server = try await FullServer.with { $0.attributes = threePages }
        let account = try await server.addAccount(email, attributes: ["given_name": "Ada", "shoe": 42])
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByCode(email: email))
        try await visit.submitMailedCode(to: email)
        #expect(page(visit) == 3)
        try await visit.submit(.attributes(["terms": "true"]))
        #expect(visit.hasCode)
        let stored = try #require(try await server.account(email))
        #expect(stored.attributes == ["given_name": "Ada", "terms": true, "shoe": 42])
        #expect(stored.revision == account.revision + 1)
    }

    @Test func anAccountThatHasTheRequiredDataIsNotAskedAtAll() async throws {
        let server = try await FullServer.with { $0.attributes = onePage }
        try await server.addAccount(email, attributes: ["given_name": "Ada"])
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByCode(email: email))
        try await visit.submitMailedCode(to: email)
        #expect(visit.hasCode)
    }

    @Test func whoHasSignedOutMeanwhileSignsInAgain() async throws {
        let server = try await FullServer.with { $0.attributes = onePage }
        try await server.addAccount(email)
        var visit = try await Visit(on: server)
        try await visit.submit(.signInByCode(email: email))
        try await visit.submitMailedCode(to: email)
        visit.browser = BrowserContext(binding: visit.browser.binding, session: nil)
        try await visit.submit(.attributes(["given_name": "Eve"]))
        #expect(visit.step.mode == .signIn)
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
    func aGoodValueIsKeptInItsType(attribute: ClientAttribute, typed: String, value: JSONValue) throws {
        #expect(try AttributeForm([attribute]).check(["a": typed], page: 1) == ["a": value])
    }

    @Test(arguments: [
        (ClientAttribute(name: "a", kind: .email), "ada", AttributeProblem.notA(.email)),
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
    func aBadValueIsRefusedForItsReason(
        attribute: ClientAttribute,
        typed: String,
        problem: AttributeProblem
    ) throws {
        #expect(throws: TransactionError.attributesRefused(["a": problem])) {
            try AttributeForm([attribute]).check(["a": typed], page: 1)
        }
    }

    private func page(_ visit: Visit) -> Int? {
        guard case .attributes(let step) = visit.step else { return nil }
        return step.page
    }
}
