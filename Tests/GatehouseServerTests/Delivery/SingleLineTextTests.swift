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

    /// Registers a client; by its own request, unless its origin is `nil`.
    private func register(_ name: String, origin: ClientOrigin?) async throws {
        var registration = ClientRegistration(
            name: name,
            kind: .public,
            redirectURIs: ["https://app.example.com/callback"]
        )
        registration.origin = origin
        _ = try await ServerHarness().identity.registrar.register(
            registration,
            context: RequestMetadata(address: nil, requestID: "request-1")
        )
    }

    @Test(arguments: rejected) func rejectsBidiAndLineSeparatorsInClientNames(character: Character) async throws {
        let error = try await oauthError { try await register("Example\(character)App", origin: nil) }
        #expect(error.code == .invalidClientMetadata)
    }

    /// The consent page would ask to allow an app without a name.
    @Test(
        arguments: ["\u{3164}", "\u{2800}", "\u{200D}\u{2060}\u{FEFF}", "\u{E0041}\u{E007F}", " \u{AD} \u{3000}"],
        [nil, ClientOrigin(kind: .registration)]
    )
    func rejectsInvisibleClientNames(name: String, origin: ClientOrigin?) async throws {
        let error = try await oauthError { try await register(name, origin: origin) }
        #expect(error.code == .invalidClientMetadata)
    }

    /// A name with them looks like that of another client (Unicode Technical Standard #39 §3.1).
    @Test(arguments: [
        "Pay\u{200B}Pal", "Pay\u{2060}Pal", "Pay\u{AD}Pal", "Pay\u{FE0F}Pal", "Pay\u{E0041}Pal", "Pay\u{3164}Pal",
    ])
    func rejectsInvisibleCharactersInNamesOfUnverifiedClients(name: String) async throws {
        let error = try await oauthError { try await register(name, origin: ClientOrigin(kind: .registration)) }
        #expect(error.code == .invalidClientMetadata)
        let verified = ClientOrigin(kind: .registration, isVerified: true)
        for origin in [nil, verified] { try await register(name, origin: origin) }
    }

    @Test(arguments: ["Example App", "עדה", "वर्षा", "🤖 Agent", "山田　花子"])
    func acceptsNamesOfUnverifiedClientsInAllScripts(name: String) async throws {
        try await register(name, origin: ClientOrigin(kind: .registration))
    }

    @Test(arguments: ["Ada Lovelace", "עדה", "آدا", "वर्षा", "Þóra", "👩‍💻 Ada", "O’Neill", "山田　花子"])
    func acceptsNamesInAllScripts(name: String) throws {
        #expect(try form.check(given: ["nickname": .string(name)]) == ["nickname": .string(name)])
    }
}
