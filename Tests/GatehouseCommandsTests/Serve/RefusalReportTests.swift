import Foundation
import GatehouseCommands
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct RefusalReportTests {
    private static let client = Client(
        id: "app",
        name: "Example App",
        secretHash: "hash",
        tokenEndpointAuthMethod: .clientSecretBasic,
        redirectURIs: ["https://app.example.com/a"],
        grantTypes: [.authorizationCode],
        scopes: [.openid],
        requiresPKCE: true,
        idTokenAlgorithm: .es256,
        createdAt: Date(timeIntervalSince1970: 0)
    )

    /// The same client without a secret.
    private static var publicClient: Client {
        var client = client
        client.makePublic()
        return client
    }

    private func report(
        _ code: OAuthErrorCode,
        status: Int = 400,
        wireProtocol: WireProtocol = .openID,
        clientID: String? = "app",
        client: Client? = client,
        redirectURI: String? = nil,
        scope: String? = nil,
        grantType: GrantType? = nil,
        sendsSecret: Bool = false,
        lacksCodeChallenge: Bool = false,
        needsNativeClient: Bool = false,
        options: [String] = []
    ) -> [String] {
        RefusalReport(
            RejectedRequest(
                method: "GET",
                path: "/oauth2/authorize",
                wireProtocol: wireProtocol,
                status: status,
                code: code.rawValue,
                description: "It is wrong.",
                clientID: clientID,
                client: client,
                redirectURI: redirectURI,
                scope: scope,
                grantType: grantType,
                sendsSecret: sendsSecret,
                lacksCodeChallenge: lacksCodeChallenge,
                needsNativeClient: needsNativeClient
            ),
            options: options
        ).lines
    }

    @Test func printsCauseAndParameters() {
        #expect(
            report(.invalidRequest, redirectURI: "https://b.example.com/", scope: "openid email") == [
                "Rejected GET /oauth2/authorize with 400 invalid_request: It is wrong.",
                "  client_id=app redirect_uri=https://b.example.com/ scope=openid email",
            ]
        )
        #expect(report(.invalidRequest, clientID: nil, client: nil).count == 1)
    }

    @Test func suggestsRegisteringRedirectURI() {
        let command = "  Try: gatehouse client update app --add-redirect-uri "
        #expect(
            report(.invalidRedirectURI, redirectURI: "https://b.example.com/").last == command
                + "https://b.example.com/"
        )
        let quoted = #"'https://b.example.com/?a=b&c='\''d'"#
        #expect(report(.invalidRedirectURI, redirectURI: "https://b.example.com/?a=b&c='d").last == command + quoted)
    }

    @Test func suggestsAddingScopesAndGrants() {
        #expect(
            report(.invalidScope, scope: "openid notes").last
                == "  Try: gatehouse client update app --scope 'openid notes'"
        )
        #expect(report(.invalidScope, scope: "openid").count == 2)
        #expect(
            report(.unauthorizedClient, grantType: .refreshToken).last
                == "  Try: gatehouse client update app --grant authorization_code --grant refresh_token"
        )
    }

    @Test func suggestsCommandForUnknownClientAndWrongSecret() {
        #expect(
            report(.invalidClient, client: nil, redirectURI: "https://b.example.com/").last
                == "  Try: gatehouse client create --client-id app --name app --redirect-uri https://b.example.com/"
        )
        #expect(report(.invalidClient, client: nil).last == "  Try: gatehouse client list")
        #expect(
            report(.invalidClient, status: 401, sendsSecret: true).last == "  Try: gatehouse client secret rotate app"
        )
        #expect(report(.invalidGrant).count == 2)
    }

    @Test func suggestsNoPKCEForConfidentialClientsAlone() {
        let update = "  Try: gatehouse client update app --no-pkce"
        #expect(report(.invalidRequest, lacksCodeChallenge: true).last == update)
        #expect(report(.invalidRequest).count == 2)
        #expect(report(.invalidRequest, client: Self.publicClient, lacksCodeChallenge: true).count == 2)
    }

    @Test func suggestsNativeAuthenticationAtItsEndpoints() {
        let update = "  Try: gatehouse client update app "
        let refused = { report(.invalidClient, wireProtocol: .entra, client: $0, needsNativeClient: true) }
        #expect(refused(Self.publicClient).last == update + "--native code")
        #expect(refused(Self.publicClient).contains { $0.contains("--native password") })
        #expect(refused(Self.client).last == update + "--type public --native code")
        #expect(
            report(.unauthorizedClient, wireProtocol: .entra, client: nil, needsNativeClient: true).last
                == "  Try: gatehouse client create --native code --client-id app --name app"
        )
        var kii = Self.publicClient
        kii.kii = PasswordAppSettings(keyHash: "hash", tokenLifetime: 3600)
        #expect(refused(kii).last == "  An app of Kii cannot use native authentication.")
    }

    @Test func namesTheTypeOfClientsThatAuthenticateOtherwise() {
        let update = "  Try: gatehouse client update app --type "
        #expect(report(.invalidClient, status: 401).last == update + "public")
        let refused = { report(.invalidClient, status: 401, client: $0, sendsSecret: $1) }
        #expect(refused(Self.publicClient, true).last == update + "confidential")
        #expect(refused(Self.publicClient, true).contains { $0.contains("Leave the secret out.") })
        #expect(refused(Self.publicClient, false).last == update + "confidential")
        // A native app is public, and the client credentials grant needs a secret.
        var native = Self.publicClient
        native.setNative(NativeAuthenticationSettings(method: .code))
        #expect(
            refused(native, true).last == "  The client is public, but the request has a secret. Leave the secret out."
        )
        var service = Self.client
        service.grantTypes = [.clientCredentials]
        #expect(refused(service, false).last?.hasSuffix("Send the secret.") == true)
    }

    @Test(arguments: ["http://x/cb", "javascript:alert(1)", "https://b.example.com/#fragment"])
    func explainsRedirectURIsThatCannotBeRegistered(uri: String) {
        for client in [Self.client, nil] {
            let code: OAuthErrorCode = client == nil ? .invalidClient : .invalidRedirectURI
            let lines = report(code, client: client, redirectURI: uri)
            #expect(lines.contains { $0.contains(uri) && $0.contains("Use https,") })
            #expect(!lines.contains { $0.contains("Try:") && $0.contains(uri) })
        }
    }

    @Test func tellsThatAClientIsNotRegisteredForAmazon() {
        let lines = report(.invalidClient, wireProtocol: .amazon, scope: "profile")
        #expect(lines[2] == "  The client exists, but it is not registered for Login with Amazon.")
        #expect(lines[3] == "  Try: gatehouse client update app --scope 'openid profile email profile:user_id'")
        #expect(report(.unauthorizedClient, wireProtocol: .amazon, grantType: .refreshToken).count == 4)
        #expect(
            report(.invalidClient, wireProtocol: .amazon, client: nil, redirectURI: "https://b.example.com/").last
                == "  Try: gatehouse client create --amazon --client-id app --name app"
                + " --redirect-uri https://b.example.com/"
        )
    }

    @Test func suggestsToRegisterAnAppOfKii() {
        let code = OAuthErrorCode(rawValue: KiiErrorCode.appNotFound.rawValue)
        #expect(
            report(code, wireProtocol: .kii, client: nil).last
                == "  Try: gatehouse client create --kii --client-id app --name app"
        )
        #expect(
            report(code, wireProtocol: .kii).last == "  Try: gatehouse client create --kii --name 'Example App'"
        )
    }

    @Test func boundsAndEscapesWhatIsShown() {
        let long = String(repeating: "a", count: 100_000)
        let combining = "a" + String(repeating: "\u{301}", count: 100_000)
        for text in [long, combining] {
            let lines = report(.invalidClient, clientID: text, client: nil, redirectURI: text, scope: text)
            #expect(lines.joined().unicodeScalars.count < 3000)
        }
        #expect(report(.invalidClient, clientID: "a\u{1B}[2J\n", client: nil)[1] == #"  client_id=a\u{1B}[2J\u{A}"#)
        // A shell would run the part after the semicolon.
        #expect(
            report(.invalidScope, scope: "a;b").last == "  Try: gatehouse client update app --scope 'openid a;b'"
        )
    }

    @Test func includesStoreOptionsWithoutPassword() {
        let url = "postgres://gatehouse:secret@db/gatehouse"
        let options = RefusalReport.options(config: nil, data: "/srv/my data", database: url)
        #expect(
            report(.invalidClient, client: nil, options: options).last
                == "  Try: gatehouse client list --data '/srv/my data'"
        )
        #expect(
            RefusalReport.options(config: "a.yaml", data: nil, database: "sqlite:/srv/b.sqlite")
                == ["--config", "a.yaml", "--database", "sqlite:/srv/b.sqlite"]
        )
    }

    @Test func printsNoControlCharacters() {
        let lines = report(.invalidClient, clientID: "a\u{1B}[2J\nb", client: nil)
        #expect(
            lines.allSatisfy { line in !line.unicodeScalars.contains { $0.properties.generalCategory == .control } }
        )
    }
}
