import Foundation
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ConfigurationFileTests {
    private func withFile(_ yaml: String, _ body: (String) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString).yaml")
        try Data(yaml.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(url.path)
    }

    @available(macOS 15, *)
    @Test func readsClientAttributes() async throws {
        let yaml = """
            clients:
              com.example.app:
                attributes:
                  - given_name,required
                  - plan,choice,page=2,label=Your plan,options=free|paid
              bare:
                attributes: []
            """
        try await withFile(yaml) { file in
            let attributes = try await ConfigurationFile(path: file).clientAttributes
            #expect(
                attributes == [
                    "com.example.app": [
                        ClientAttribute(name: "given_name", isRequired: true),
                        ClientAttribute(
                            name: "plan",
                            label: "Your plan",
                            kind: .choice,
                            options: ["free", "paid"],
                            page: 2
                        ),
                    ],
                    "bare": [],
                ]
            )
        }
    }

    @available(macOS 15, *)
    @Test func readsResources() async throws {
        let yaml = """
            resources:
              https://api.example.com/v1:
                name: Orders
                scopes:
                  - orders:read=See your orders
                  - orders:read[ja]=注文を見る
                token-format: opaque
                token-lifetime: 10m
                algorithm: RS256
                introspectors: [orders-api]
                introspects: [username]
                require-dpop: on
              urn:example:bare:
                name: Bare
            """
        try await withFile(yaml) { file in
            let resources = try await ConfigurationFile(path: file).resources
            let expected = Resource(
                id: "https://api.example.com/v1",
                name: "Orders",
                scopes: [ResourceScope("orders:read", texts: ["en": "See your orders", "ja": "注文を見る"])],
                tokenFormat: .opaque,
                algorithm: .rs256,
                tokenLifetime: 600,
                introspectors: ["orders-api"],
                introspects: [.username],
                requiresDPoP: true,
                createdAt: Date(timeIntervalSince1970: 0)
            )
            let bare = Resource(id: "urn:example:bare", name: "Bare", createdAt: Date(timeIntervalSince1970: 0))
            #expect(resources == [expected, bare])
        }
    }

    @Test(arguments: [
        "scopes: [a]", "{name: A, token-format: jws}", "{name: A, token-lifetime: long}",
        "{name: A, require-dpop: maybe}", "{name: A, introspects: [phone]}", "{name: A, other: B}",
        "{name: A, scopes: ['a[fr]=b']}",
    ])
    func rejectsInvalidResources(_ entry: String) async throws {
        let yaml = "resources:\n  urn:example:api:\n    " + entry
        try await withFile(yaml) { file in
            await #expect(throws: CommandError.self) {
                _ = try await SettingSources(arguments: [:], environment: [:], file: file)
            }
        }
    }

    @available(macOS 15, *)
    @Test func readsEventReceivers() async throws {
        let yaml = """
            webhooks:
              siem.eu:
                url: https://siem.example.com/hooks
                secret: whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz
                kinds: [sign_in.failed, session.ended]
            shared-signals:
              partner:
                url: http://127.0.0.1:8935/events
                audience: https://partner.example.com
                token: abc
            """
        try await withFile(yaml) { file in
            let sources = try await SettingSources(arguments: [:], environment: [:], file: file)
            let receivers = try await Settings(sources, mustServe: false).server.eventReceivers
            let secret = try #require(WebhookSecret("whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz"))
            #expect(
                receivers == [
                    EventReceiver(
                        name: "siem.eu",
                        url: "https://siem.example.com/hooks",
                        format: .webhook(secret, kinds: [.signInFailed, .sessionEnded])
                    ),
                    EventReceiver(
                        name: "partner",
                        url: "http://127.0.0.1:8935/events",
                        format: .sharedSignals(
                            audience: "https://partner.example.com",
                            authorization: Secret("Bearer abc")
                        )
                    ),
                ]
            )
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [
        "webhooks: {a: {url: 'https://a.example'}}",
        "webhooks: {a: {url: 'http://a.example', secret: whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz}}",
        "webhooks: {a: {url: 'https://a.example', secret: whsec_MDEy}}",
        "webhooks: {a: {url: 'https://a.example', secret: whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz, kinds: [sign_in]}}",
        "shared-signals: {a: {url: 'https://a.example'}}", "shared-signals: {a: {url: 'ftp://a', audience: a}}",
        "shared-signals: {a: {url: 'https://a.example', audience: a, token: 'a b'}}",
        "shared-signals: {a: {url: 'https://a.example', audience: a, secret: b}}",
    ])
    func rejectsInvalidEventReceivers(yaml: String) async throws {
        try await withFile(yaml) { file in
            await #expect(throws: CommandError.self) {
                _ = try await SettingSources(arguments: [:], environment: [:], file: file)
            }
        }
    }

    @available(macOS 15, *)
    @Test func readsWorkloads() async throws {
        let yaml = """
            workloads:
              https://token.actions.githubusercontent.com:
                jwks-uri: https://token.actions.githubusercontent.com/.well-known/jwks
                subjects:
                  - repo:example/shop:ref:refs/heads/main deployer
                  - repo:example/shop:environment:Far East* tester
              https://kubernetes.default.svc:
                jwks: |
                  {"keys":[{"kty":"EC","crv":"P-256","kid":"1",
                  "x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                  "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
                subjects: ["system:serviceaccount:shop:worker worker"]
            """
        try await withFile(yaml) { file in
            let sources = try await SettingSources(arguments: [:], environment: [:], file: file)
            let workloads = try await Settings(sources, mustServe: false).server.workloads
            #expect(
                workloads.map(\.source.issuer) == [
                    "https://kubernetes.default.svc", "https://token.actions.githubusercontent.com",
                ]
            )
            let github = try #require(workloads.last)
            #expect(github.source.keys == .uri("https://token.actions.githubusercontent.com/.well-known/jwks"))
            #expect(github.client(of: "repo:example/shop:ref:refs/heads/main") == "deployer")
            #expect(github.client(of: "repo:example/shop:environment:Far East 2") == "tester")
            #expect(github.client(of: "repo:example/shop:environment:West") == nil)
            let keys = try #require(workloads.first?.source.keys)
            guard case .set(let set) = keys else { throw CommandError("No key set", advice: "") }
            #expect(set.keys.map(\.keyID) == ["1"])
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [
        "{subjects: ['a b']}", "{jwks-uri: 'http://ci.example', subjects: ['a b']}",
        "{jwks-uri: 'https://ci.example', jwks: '{}', subjects: ['a b']}", "{jwks: '{}', subjects: ['a b']}",
        "{jwks-uri: 'https://ci.example'}", "{jwks-uri: 'https://ci.example', subjects: ['a']}",
        "{jwks-uri: 'https://ci.example', subjects: ['* b']}", "{jwks-uri: 'https://ci.example', subjects: ['a*c b']}",
        "{jwks-uri: 'https://ci.example', other: a}",
    ])
    func rejectsInvalidWorkloads(_ entry: String) async throws {
        let yaml = "workloads:\n  https://ci.example:\n    " + entry
        try await withFile(yaml) { file in
            await #expect(throws: CommandError.self) {
                _ = try await SettingSources(arguments: [:], environment: [:], file: file)
            }
        }
    }

    @available(macOS 15, *)
    @Test func readsIssuersOfSoftwareStatements() async throws {
        let yaml = """
            registration: token
            software-statements:
              https://software.example.com:
                jwks-uri: https://software.example.com/keys
              partner:
                jwks: |
                  {"keys":[{"kty":"EC","crv":"P-256","kid":"1",
                  "x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
                  "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
            """
        try await withFile(yaml) { file in
            let sources = try await SettingSources(arguments: [:], environment: [:], file: file)
            let registration = try await Settings(sources, mustServe: false).server.registration
            #expect(registration.mode == .token)
            let issuers = registration.statementIssuers
            #expect(issuers.map(\.issuer) == ["https://software.example.com", "partner"])
            #expect(issuers.first?.keys == .uri("https://software.example.com/keys"))
            guard case .set(let set) = issuers.last?.keys else { throw CommandError("No key set", advice: "") }
            #expect(set.keys.map(\.keyID) == ["1"])
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [
        "{jwks-uri: 'http://software.example'}", "{jwks: '{}'}", "{jwks-uri: 'https://software.example#keys'}",
        "{jwks-uri: 'https://software.example', jwks: '{}'}", "{jwks-uri: 'https://software.example', subjects: [a]}",
    ])
    func rejectsInvalidIssuersOfSoftwareStatements(_ entry: String) async throws {
        let yaml = "software-statements:\n  https://software.example:\n    " + entry
        try await withFile(yaml) { file in
            await #expect(throws: CommandError.self) {
                _ = try await SettingSources(arguments: [:], environment: [:], file: file)
            }
        }
    }

    @Test func readsTheTextsForScopes() async throws {
        let yaml = """
            scopes:
              "orders:read":
                en: See your orders
                de: Ihre Bestellungen sehen
              https://api.example.com/.default:
                ja: 注文の参照
            """
        try await withFile(yaml) { file in
            let sources = try await SettingSources(arguments: [:], environment: [:], file: file)
            let settings = try await Settings(sources, mustServe: false).server
            let orders = Scope(rawValue: "orders:read")
            #expect(settings.text(for: orders, in: .german) == "Ihre Bestellungen sehen")
            #expect(settings.text(for: orders, in: .japanese) == "See your orders")
            #expect(settings.text(for: Scope(rawValue: "https://api.example.com/.default"), in: .english) == "注文の参照")
            #expect(settings.text(for: .openid, in: .english) == nil)
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [
        ("scopes:\n  orders: See your orders\n", "unknown keys: scopes.orders"),
        ("scopes:\n  orders:\n    fr: Voir\n", "unknown keys: scopes.orders.fr"),
        ("scopes:\n  orders:\n    en: [a, b]\n", "The text for the scope orders in the language en"),
        ("scopes:\n  orders:\n    en: \"\\u202E\"\n", "The text for the scope orders in the language en"),
    ])
    func rejectsInvalidScopeTexts(yaml: String, complaint: String) async throws {
        try await withFile(yaml) { file in
            let failure = await #expect(throws: CommandError.self) { try await ConfigurationFile(path: file) }
            #expect(failure?.line.contains(complaint) == true, "\(failure?.line ?? "")")
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [
        ("clients:\n  app:\n    atributes: []\n", "clients.app.atributes"),
        ("clients:\n  attributes: []\n", "clients.attributes"),
        ("clients:\n  app:\n    attributes: given_name\n", "must be a list"),
        ("clients:\n  app:\n    attributes:\n      - x,colour\n", "colour"),
    ])
    func reportsInvalidClientSettings(yaml: String, message: String) async throws {
        try await withFile(yaml) { file in
            let failure = await #expect(throws: CommandError.self) { try await ConfigurationFile(path: file) }
            #expect(failure?.line.contains(message) == true)
        }
    }
}
