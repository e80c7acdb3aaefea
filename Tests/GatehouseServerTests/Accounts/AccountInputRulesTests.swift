import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountInputRulesTests {
    @Test func limitsSizeOfCustomFieldsAndAttributes() async throws {
        let app = try await KiiApp.standalone()
        func register(_ new: NewAccount) async throws {
            _ = try await app.accounts.registrar.register(new, app.request)
        }
        let text = String(repeating: "x", count: 63 * 1024 - 8)
        try await register(NewAccount(customFields: ["a": .string(text)]))
        #expect(
            await accountError { try await register(NewAccount(customFields: ["a": .string(text + "x")])) }
                == .customFieldsTooLarge
        )
        for (name, value) in [
            ("email", "ada@example.com"), ("sub", "1"), ("name", .string(String(repeating: "x", count: 513))),
            ("name", "a\u{0}"), ("name", ["a": 1]),
        ] as [(String, JSONValue)] {
            #expect(
                await accountError { try await register(NewAccount(attributes: [name: value])) }
                    == .attributeRejected(name)
            )
        }
    }
}
