import Foundation
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct ClientCommandTests {
    private let terminal = Terminal()

    @Test func storesHashedSecretOfConfidentialClient() async throws {
        let status = await terminal.run(
            "client",
            "create",
            "--name",
            "Example App",
            "--type",
            "confidential",
            "--redirect-uri",
            "https://app.example.com/cb",
            "--json"
        )
        #expect(status == .success)
        let information = try JSONDecoder().decode(ClientInformation.self, from: Data(terminal.printed.utf8))
        let client = try #require(try await terminal.store.client(Client.ID(information.clientID)))
        let secret = try #require(information.clientSecret)
        #expect(client.secretHash == OpaqueToken.hash(of: secret.reveal()))
        #expect(client.tokenEndpointAuthMethod == .clientSecretBasic)
        #expect(client.redirectURIs == ["https://app.example.com/cb"])
        #expect(client.requiresPKCE)
        #expect(client.createdAt == Terminal.now)
    }

    @Test func printsClientInformationOfRFC7591() async throws {
        await terminal.run(
            "client",
            "create",
            "--name",
            "Example App",
            "--type",
            "confidential",
            "--redirect-uri",
            "https://app.example.com/cb",
            "--post-logout-redirect-uri",
            "https://app.example.com/",
            "--scope",
            "openid email",
            "--client-id",
            "example",
            "--tos-uri",
            "https://app.example.com/terms",
            "--policy-uri",
            "https://app.example.com/privacy",
            "--json"
        )
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["client_id"] as? String == "example")
        #expect(object["client_secret"] is String)
        #expect(object["client_secret_expires_at"] as? Int == 0)
        #expect(object["client_id_issued_at"] as? Int == 1_700_000_000)
        #expect(object["client_name"] as? String == "Example App")
        #expect(object["redirect_uris"] as? [String] == ["https://app.example.com/cb"])
        #expect(object["post_logout_redirect_uris"] as? [String] == ["https://app.example.com/"])
        #expect(object["grant_types"] as? [String] == ["authorization_code", "refresh_token"])
        #expect(object["response_types"] as? [String] == ["code"])
        #expect(object["token_endpoint_auth_method"] as? String == "client_secret_basic")
        #expect(object["scope"] as? String == "openid email")
        #expect(object["tos_uri"] as? String == "https://app.example.com/terms")
        #expect(object["policy_uri"] as? String == "https://app.example.com/privacy")
    }

    @Test func issuesNoSecretToPublicClient() async throws {
        await terminal.run("client", "create", "--name", "App", "--redirect-uri", "com.example.app:/cb", "--json")
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["client_secret"] == nil)
        #expect(object["client_secret_expires_at"] == nil)
        #expect(object["token_endpoint_auth_method"] as? String == "none")
    }

    @Test(arguments: [([], SigningAlgorithm.es256), (["--id-token-algorithm", "RS256"], .rs256)])
    func defaultsToES256ForIDTokens(options: [String], algorithm: SigningAlgorithm) async throws {
        for kind in [
            ["--redirect-uri", "https://a.example/"], ["--native", "code"], ["--kii"],
            ["--amazon", "--bundle-id", "a.b"],
        ] {
            let terminal = Terminal(environment: ["GATEHOUSE_ISSUER": "https://login.example.com"])
            #expect(await terminal.run(all: ["client", "create", "--name", "A"] + kind + options) == .success)
            #expect(try await terminal.store.clients(after: nil, limit: 9).map(\.idTokenAlgorithm) == [algorithm])
        }
    }

    @Test func storesRecoveryIntrospectionAndCodeDomain() async throws {
        let arguments = [
            "client", "create", "--name", "A", "--client-id", "a", "--type", "confidential", "--redirect-uri",
            "https://a.example/", "--refresh-recovery", "journalled", "--introspects", "username,email",
            "--code-domain", "app.example.com",
        ]
        #expect(await terminal.run(all: arguments) == .success)
        let client = try #require(try await terminal.store.client("a"))
        #expect(client.refreshRecovery == .journalled)
        #expect(client.introspects == [.username, .email])
        #expect(client.codeDomain == "app.example.com")
    }

    @Test func acceptsAbbreviatedGrantTypes() async throws {
        await terminal.run(
            "client",
            "create",
            "--name",
            "TV",
            "--grant",
            "device_code",
            "--grant",
            "refresh_token",
            "--client-id",
            "tv"
        )
        let client = try #require(try await terminal.store.client(Client.ID("tv")))
        #expect(client.grantTypes == [.deviceCode, .refreshToken])
    }

    @Test func registersConfidentialClientWithoutPKCE() async throws {
        await terminal.run(
            "client",
            "create",
            "--name",
            "App",
            "--type",
            "confidential",
            "--no-pkce",
            "--redirect-uri",
            "https://a.example/cb",
            "--client-id",
            "a",
            "--auth-method",
            "client_secret_post",
            "--id-token-algorithm",
            "ES256",
            "--skip-consent"
        )
        let client = try #require(try await terminal.store.client(Client.ID("a")))
        #expect(!client.requiresPKCE)
        #expect(client.tokenEndpointAuthMethod == .clientSecretPost)
        #expect(client.idTokenAlgorithm == .es256)
        #expect(client.skipsConsent)
    }

    @Test func storesSignUpAttributes() async throws {
        await terminal.run(
            "client",
            "create",
            "--name",
            "App",
            "--redirect-uri",
            "https://a.example/cb",
            "--client-id",
            "a",
            "--attribute",
            "given_name,required",
            "--attribute",
            "plan,choice,page=2,label=Your plan,options=free|paid",
            "--attribute",
            "code,text,pattern=[a-z]{2,3}"
        )
        let client = try #require(try await terminal.store.client(Client.ID("a")))
        #expect(
            client.attributes == [
                ClientAttribute(name: "given_name", isRequired: true),
                ClientAttribute(name: "plan", label: "Your plan", kind: .choice, options: ["free", "paid"], page: 2),
                ClientAttribute(name: "code", pattern: "[a-z]{2,3}"),
            ]
        )
    }

    @Test(
        arguments: [
            (["--name", "A"], "requires a redirect URI. Add --redirect-uri."),
            (
                ["--name", "A", "--redirect-uri", "https://a.example/", "--auth-method", "private_key_jwt"],
                "public keys, or their URL. Add --jwks or --jwks-uri."
            ),
            (
                ["--name", "A", "--redirect-uri", "https://a.example/", "--require-signed-requests"],
                "public keys, or their URL. Add --jwks or --jwks-uri."
            ),
            (["--name", " ", "--redirect-uri", "https://a.example/"], "name must have 1 to 100"),
            (["--name", "A", "--redirect-uri", "http://a.example/cb"], "must use https, except on loopback addresses"),
            (["--name", "A", "--redirect-uri", "https://a.example/#x"], "must be an absolute URI"),
            (["--name", "A", "--redirect-uri", "javascript:alert(1)"], "must be an absolute URI"),
            (["--name", "A", "--redirect-uri", "https://*.a.example/cb"], "has a wildcard: register each URI."),
            (["--name", "A", "--grant", "client_credentials"], "requires a confidential client"),
            (
                ["--name", "A", "--grant", "password"],
                "authorization_code, refresh_token, client_credentials, device_code, token-exchange, jwt-bearer. Check --grant."
            ),
            (["--name", "A", "--redirect-uri", "https://a.example/", "--no-pkce"], "must use PKCE"),
            (["--name", "A", "--redirect-uri", "https://a.example/", "--scope", "a  b"], "scope"),
            (
                ["--name", "A", "--redirect-uri", "https://a.example/", "--scope", "openid,profile"],
                "Separate scopes with single spaces"
            ),
            (["--name", "A", "--redirect-uri", "https://a.example/", "--attribute", "x,colour"], "colour"),
            (
                ["--name", "A", "--redirect-uri", "https://a.example/", "--attribute", "x,choice"],
                "options=A|B"
            ),
            (["--name", "A", "--redirect-uri", "https://a.example/", "--attribute", ",required"], "has no name"),
            (
                ["--name", "A", "--redirect-uri", "https://a.example/", "--attribute", "x,y"],
                "[,label=TEXT][,options=A|B][,pattern=REGEX]"
            ),
            (
                ["--name", "A", "--redirect-uri", "https://a.example/", "--attribute", "x,pattern=["],
                "must be a regular expression"
            ),
            (["--name", "A", "--redirect-uri", "https://a.example/", "--auth-method", "none"], "client_secret_post"),
            (
                ["--name", "A", "--redirect-uri", "https://a.example/", "--introspects", "email"],
                "Only confidential clients may introspect"
            ),
            (["--name", "A", "--redirect-uri", "https://a.example/", "--introspects", "sub"], "username,email"),
            (
                ["--name", "A", "--redirect-uri", "https://a.example/", "--code-domain", "https://a.example"],
                "is not a domain"
            ),
            (["--name", "A", "--redirect-uri", "https://a.example/", "--code-domain", "a"], "is not a domain"),
        ] as [([String], String)]
    )
    func rejectsInvalidRegistration(arguments: [String], message: String) async throws {
        #expect(await terminal.run(all: ["client", "create"] + arguments) == .failure)
        #expect(terminal.errorOutput.contains(message))
        #expect(try await terminal.store.clients(after: nil, limit: 9) == [])
    }

    @Test(arguments: [("client_credentials", false), ("authorization_code", true)])
    func showsSignInPropertiesOfClientsWithUsers(grant: String, isShown: Bool) async throws {
        let status = await terminal.run(
            all: [
                "client", "create", "--name", "A", "--client-id", "a", "--type", "confidential", "--grant", grant,
                "--redirect-uri", "https://a.example/",
            ]
        )
        #expect(status == .success)
        _ = terminal.printed
        #expect(await terminal.run("client", "show", "a") == .success)
        let shown = terminal.printed
        #expect(shown.contains("Grants           \(grant)\n"))
        for property in ["PKCE ", "Consent ", "ID tokens ", "Token requests   repeat the redirect URI"] {
            #expect(shown.contains(property) == isShown)
        }
    }

    @Test func namesOptionsThatExchangeRequires() async {
        let status = await terminal.run(
            all: [
                "client", "create", "--name", "A", "--client-id", "a", "--type", "confidential", "--grant",
                "token-exchange",
            ]
        )
        #expect(status == .success)
        #expect(terminal.errorOutput.contains("gatehouse client update a --exchange-from API --exchange-to API\n"))
    }

    @Test func rejectsDuplicateClientID() async throws {
        let arguments = ["client", "create", "--name", "A", "--redirect-uri", "https://a.example/", "--client-id", "a"]
        #expect(await terminal.run(all: arguments) == .success)
        #expect(await terminal.run(all: arguments) == .failure)
        #expect(terminal.errorOutput.contains("Client a already exists."))
    }

    @Test func listsClientsWithoutSecrets() async throws {
        await terminal.run(
            "client",
            "create",
            "--name",
            "Example App",
            "--type",
            "confidential",
            "--redirect-uri",
            "https://a.example/",
            "--client-id",
            "a"
        )
        _ = terminal.printed
        await terminal.run("client", "list")
        #expect(terminal.printed == "a  Example App  confidential  https://a.example/  -\n")
        await terminal.run("client", "list", "--json")
        let list = try #require(try terminal.json() as? [[String: Any]])
        #expect(list.count == 1)
        #expect(list[0]["client_secret"] == nil)
    }

    @Test func listsManyClientsInPages() async throws {
        let ids = (1...401).map { "client-\($0)" }
        try await terminal.store.commit(
            ids.map { id in
                .client(
                    .insert(
                        Client(
                            id: Client.ID(id),
                            name: "Example App",
                            secretHash: nil,
                            tokenEndpointAuthMethod: .none,
                            redirectURIs: [],
                            grantTypes: [.deviceCode],
                            scopes: [],
                            requiresPKCE: true,
                            idTokenAlgorithm: .es256,
                            createdAt: Terminal.now
                        )
                    )
                )
            }
        )
        await terminal.run("client", "list")
        #expect(terminal.printed.split(separator: "\n").map { $0.prefix { $0 != " " } } == ids.map { $0[...] })
        await terminal.run("client", "list", "--json")
        let list = try #require(try terminal.json() as? [[String: Any]])
        #expect(list.compactMap { $0["client_id"] as? String } == ids)
    }

    @Test(arguments: [
        "given_name,required", "team,choice,page=2,label=Team,options=Red|Blue", "member,pattern=[0-9]{4},x",
        "birthdate,date",
    ])
    func listsAttributesInOriginalForm(attribute: String) async throws {
        let arguments = ["client", "create", "--name", "A", "--redirect-uri", "https://a.example/"]
        #expect(await terminal.run(all: arguments + ["--attribute", attribute]) == .success)
        _ = terminal.printed
        await terminal.run("client", "list", "--json")
        let list = try #require(try terminal.json() as? [[String: Any]])
        #expect(list.first?["attributes"] as? [String] == [attribute])
        #expect(list.first?["client_name"] as? String == "A")
    }

    @Test func explainsConflictWithDevelopmentClient() async throws {
        let development = Client(
            id: "gatehouse-cli",
            name: "Gatehouse command line",
            secretHash: nil,
            tokenEndpointAuthMethod: .none,
            redirectURIs: [],
            grantTypes: [.deviceCode],
            scopes: [],
            requiresPKCE: true,
            idTokenAlgorithm: .es256,
            isForDevelopment: true,
            createdAt: Terminal.now
        )
        try await terminal.store.commit([.client(.insert(development))])
        await terminal.run("client", "list")
        #expect(terminal.printed.contains("public, development only"))
        let arguments = ["client", "create", "--name", "A", "--redirect-uri", "https://a.example/"]
        #expect(await terminal.run(all: arguments + ["--client-id", "gatehouse-cli"]) == .failure)
        #expect(terminal.errorOutput.contains("for development mode only. Delete it or choose"))
    }

    @Test func deletesClientAndRecordsAuditEvents() async throws {
        await terminal.run(
            "client",
            "create",
            "--name",
            "A",
            "--redirect-uri",
            "https://a.example/",
            "--client-id",
            "a"
        )
        #expect(await terminal.run("client", "delete", "a", "--yes") == .success)
        #expect(try await terminal.store.clients(after: nil, limit: 9) == [])
        let events = try await terminal.store.events(of: nil, before: nil, limit: 10)
        #expect(events.map(\.kind) == [.clientDeleted, .clientCreated])
        #expect(await terminal.run("client", "delete", "a", "--yes") == .failure)
        #expect(terminal.errorOutput.contains("No client with ID 'a'."))
    }

    @Test(arguments: [
        (ClientOrigin(kind: .document), "by its metadata document"),
        (ClientOrigin(kind: .registration), "by itself, not verified"),
        (ClientOrigin(kind: .registration, isVerified: true), "by itself, with an initial access token"),
        (
            ClientOrigin(kind: .registration, isVerified: true, statementIssuer: "https://a.example"),
            "by itself, verified by a software statement of https://a.example"
        ),
    ])
    func showsOriginOfClient(_ origin: ClientOrigin, text: String) async throws {
        let options = ["--name", "App", "--client-id", "app", "--redirect-uri", "https://a.example/"]
        #expect(await terminal.run(all: ["client", "create"] + options) == .success)
        var client = try #require(try await terminal.store.client("app"))
        client.origin = origin
        try await terminal.store.commit([.client(.update(client))])
        _ = terminal.printed
        await terminal.run("client", "show", "app")
        #expect(terminal.printed.contains(text + "\n"))
        await terminal.run("client", "show", "app", "--json")
        let json = try #require(try terminal.json() as? [String: Any])
        #expect(json["verified"] as? Bool == origin.isVerified)
        #expect(json["software_statement_issuer"] as? String == origin.statementIssuer)
    }
}
