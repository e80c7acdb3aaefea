import Foundation
import GatehouseCommands
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct RejectionReportTests {
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

    /// A rejected request, with the values of most of them.
    private struct RejectedCall {
        var code: OAuthErrorCode
        var status = 400
        var wireProtocol = WireProtocol.openID
        var clientID: String? = "app"
        var client: Client? = RejectionReportTests.client
        var redirectURI: String?
        var scope: String?
        var grantType: GrantType?
        var sendsSecret = false
        var lacksCodeChallenge = false
        var needsNativeClient = false
        var lacksProof = false
        var path = "/oauth2/authorize"
        var options: [String] = []

        /// The lines of the report.
        var lines: [String] {
            var request = RejectedRequest(
                method: "GET",
                path: path,
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
            )
            request.lacksProof = lacksProof
            return RejectionReport(request, options: options).lines
        }
    }

    @Test func printsCauseAndParameters() {
        #expect(
            RejectedCall(code: .invalidRequest, redirectURI: "https://b.example.com/", scope: "openid email").lines == [
                "Rejected GET /oauth2/authorize with 400 invalid_request: It is wrong.",
                "  client_id=app redirect_uri=https://b.example.com/ scope=openid email",
            ]
        )
        #expect(RejectedCall(code: .invalidRequest, clientID: nil, client: nil).lines.count == 1)
    }

    @Test func suggestsRegisteringRedirectURI() {
        let command = "  Try: gatehouse client update app --add-redirect-uri "
        #expect(
            RejectedCall(code: .invalidRedirectURI, redirectURI: "https://b.example.com/").lines.last == command
                + "https://b.example.com/"
        )
        let quoted = #"'https://b.example.com/?a=b&c='\''d'"#
        #expect(
            RejectedCall(code: .invalidRedirectURI, redirectURI: "https://b.example.com/?a=b&c='d").lines.last
                == command + quoted
        )
    }

    @Test func suggestsAddingScopesAndGrants() {
        #expect(
            RejectedCall(code: .invalidScope, scope: "openid notes").lines.last
                == "  Try: gatehouse client update app --scope 'openid notes'"
        )
        #expect(RejectedCall(code: .invalidScope, scope: "openid").lines.count == 2)
        #expect(
            RejectedCall(code: .unauthorizedClient, grantType: .refreshToken).lines.last
                == "  Try: gatehouse client update app --grant authorization_code --grant refresh_token"
        )
    }

    @Test func suggestsCommandForUnknownClientAndWrongSecret() {
        #expect(
            RejectedCall(code: .invalidClient, client: nil, redirectURI: "https://b.example.com/").lines.last
                == "  Try: gatehouse client create --client-id app --name app --redirect-uri https://b.example.com/"
        )
        #expect(RejectedCall(code: .invalidClient, client: nil).lines.last == "  Try: gatehouse client list")
        #expect(
            RejectedCall(code: .invalidClient, status: 401, sendsSecret: true).lines.last
                == "  Try: gatehouse client secret rotate app"
        )
        #expect(RejectedCall(code: .invalidGrant).lines.count == 2)
    }

    /// A registration with the URL as its client ID would hide the document.
    @Test(arguments: ["https://app.example.com/client.json", "http://localhost:8095/missing.json"])
    func suggestsCorrectingMetadataDocument(id: String) {
        let lines = RejectedCall(
            code: .invalidClient,
            clientID: id,
            client: nil,
            redirectURI: "http://localhost:8095/callback"
        ).lines
        #expect(lines.last?.contains("Correct the document") == true)
    }

    @Test func namesTheSettingOfRegistration() {
        let refused = { RejectedCall(code: .invalidRequest, status: $0, clientID: nil, path: "/oauth2/register").lines }
        #expect(refused(403).last?.hasSuffix("Try: GATEHOUSE_REGISTRATION=token") == true)
        #expect(refused(400).count == 1)
    }

    @Test func suggestsNoPKCEForConfidentialClientsAlone() {
        let update = "  Try: gatehouse client update app --no-pkce"
        #expect(RejectedCall(code: .invalidRequest, lacksCodeChallenge: true).lines.last == update)
        #expect(RejectedCall(code: .invalidRequest).lines.count == 2)
        #expect(
            RejectedCall(code: .invalidRequest, client: Self.publicClient, lacksCodeChallenge: true).lines.count == 2
        )
    }

    /// A wrong proof is a fault of the app, which the client's registration does not mend.
    @Test func suggestsNoDPoPForRequestsWithoutProofAlone() {
        var client = Self.client
        client.security.requiresDPoP = true
        #expect(
            RejectedCall(code: .invalidDPoPProof, client: client, lacksProof: true).lines.last
                == "  Try: gatehouse client update app --no-require-dpop"
        )
        #expect(RejectedCall(code: .invalidDPoPProof, client: client).lines.count == 2)
        #expect(RejectedCall(code: .invalidDPoPProof, lacksProof: true).lines.count == 2)
    }

    @Test func suggestsNativeAuthenticationAtItsEndpoints() {
        let update = "  Try: gatehouse client update app "
        let refused = {
            RejectedCall(code: .invalidClient, wireProtocol: .entra, client: $0, needsNativeClient: true).lines
        }
        #expect(refused(Self.publicClient).last == update + "--native code")
        #expect(refused(Self.publicClient).contains { $0.contains("--native password") })
        #expect(refused(Self.client).last == update + "--type public --native code")
        #expect(
            RejectedCall(code: .unauthorizedClient, wireProtocol: .entra, client: nil, needsNativeClient: true).lines
                .last
                == "  Try: gatehouse client create --native code --client-id app --name app"
        )
        var kii = Self.publicClient
        kii.passwordApp = PasswordAppSettings(keyHash: "hash", tokenLifetime: 3600)
        #expect(refused(kii).last == "  An app of Kii cannot use native authentication.")
    }

    @Test func namesTheTypeOfClientsThatAuthenticateOtherwise() {
        let update = "  Try: gatehouse client update app --type "
        #expect(RejectedCall(code: .invalidClient, status: 401).lines.last == update + "public")
        let refused = { RejectedCall(code: .invalidClient, status: 401, client: $0, sendsSecret: $1).lines }
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
            let lines = RejectedCall(code: code, client: client, redirectURI: uri).lines
            #expect(lines.contains { $0.contains(uri) && $0.contains("Use https,") })
            #expect(!lines.contains { $0.contains("Try:") && $0.contains(uri) })
        }
    }

    @Test func tellsThatAClientIsNotRegisteredForAmazon() {
        let lines = RejectedCall(code: .invalidClient, wireProtocol: .amazon, scope: "profile").lines
        #expect(lines[2] == "  The client exists, but it is not registered for Login with Amazon.")
        #expect(lines[3] == "  Try: gatehouse client update app --scope 'openid profile email profile:user_id'")
        #expect(
            RejectedCall(code: .unauthorizedClient, wireProtocol: .amazon, grantType: .refreshToken).lines.count == 4
        )
        #expect(
            RejectedCall(
                code: .invalidClient,
                wireProtocol: .amazon,
                client: nil,
                redirectURI: "https://b.example.com/"
            ).lines.last
                == "  Try: gatehouse client create --amazon --client-id app --name app"
                + " --redirect-uri https://b.example.com/"
        )
    }

    @Test func suggestsToRegisterAnAppOfKii() {
        let code = OAuthErrorCode(rawValue: KiiErrorCode.appNotFound.rawValue)
        #expect(
            RejectedCall(code: code, wireProtocol: .kii, client: nil).lines.last
                == "  Try: gatehouse client create --kii --client-id app --name app"
        )
        #expect(
            RejectedCall(code: code, wireProtocol: .kii).lines.last
                == "  Try: gatehouse client create --kii --name 'Example App'"
        )
    }

    @Test func limitsAndEscapesValues() {
        let long = String(repeating: "a", count: 100_000)
        let combining = "a" + String(repeating: "\u{301}", count: 100_000)
        for text in [long, combining] {
            let lines = RejectedCall(code: .invalidClient, clientID: text, client: nil, redirectURI: text, scope: text)
                .lines
            #expect(lines.joined().unicodeScalars.count < 3000)
        }
        #expect(
            RejectedCall(code: .invalidClient, clientID: "a\u{1B}[2J\n", client: nil).lines[1]
                == #"  client_id=a\u{1B}[2J\u{A}"#
        )
        // A shell would run the part after the semicolon.
        #expect(
            RejectedCall(code: .invalidScope, scope: "a;b").lines.last
                == "  Try: gatehouse client update app --scope 'openid a;b'"
        )
    }

    @Test func includesStoreOptionsWithoutPassword() {
        let url = "postgres://gatehouse:secret@db/gatehouse"
        let options = RejectionReport.options(config: nil, data: "/srv/my data", database: url)
        #expect(
            RejectedCall(code: .invalidClient, client: nil, options: options).lines.last
                == "  Try: gatehouse client list --data '/srv/my data'"
        )
        #expect(
            RejectionReport.options(config: "a.yaml", data: nil, database: "sqlite:/srv/b.sqlite")
                == ["--config", "a.yaml", "--database", "sqlite:/srv/b.sqlite"]
        )
    }

    @Test func printsNoControlCharacters() {
        let lines = RejectedCall(code: .invalidClient, clientID: "a\u{1B}[2J\nb", client: nil).lines
        #expect(
            lines.allSatisfy { line in !line.unicodeScalars.contains { $0.properties.generalCategory == .control } }
        )
    }
}
