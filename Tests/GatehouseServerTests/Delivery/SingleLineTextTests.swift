import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

/// Usernames, client names and attributes: text shown to other users.
@Suite struct SingleLineTextTests {
    private static let rejected: [Character] = [
        "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}",
        "\u{200E}", "\u{200F}", "\u{061C}", "\u{2028}", "\u{2029}", "\u{85}", "\n", "\u{7F}",
    ]

    private let form = AttributeForm([ClientAttribute(name: "nickname")])

    @Test(arguments: rejected) func rejectsBidiAndLineSeparatorsInAttributes(character: Character) {
        #expect(throws: AttributeErrors(problems: ["nickname": .notA(.text)])) {
            try form.check(given: ["nickname": .string("Ada\(character)ecalevoL")])
        }
    }

    @Test(arguments: rejected) func rejectsBidiAndLineSeparatorsInClientNames(character: Character) async throws {
        let registrar = try ServerHarness().identity.registrar
        let registration = ClientRegistration(
            name: "Example\(character)App",
            kind: .public,
            redirectURIs: ["https://app.example.com/callback"]
        )
        let error = try await oauthError {
            try await registrar.register(registration, context: RequestMetadata(address: nil, requestID: "request-1"))
        }
        #expect(error.code == .invalidClientMetadata)
    }

    @Test(arguments: ["Ada Lovelace", "עדה", "آدا", "वर्षा", "Þóra", "👩‍💻 Ada", "O’Neill", "山田　花子"])
    func acceptsNamesInAllScripts(name: String) throws {
        #expect(try form.check(given: ["nickname": .string(name)]) == ["nickname": .string(name)])
    }
}
