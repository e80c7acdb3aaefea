import Foundation
import GatehouseCommands
import GatehouseHTTP
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

    private func report(
        _ code: OAuthErrorCode,
        status: Int = 400,
        clientID: String? = "app",
        client: Client? = client,
        redirectURI: String? = nil,
        scope: String? = nil,
        grantType: GrantType? = nil,
        options: [String] = []
    ) -> [String] {
        RefusalReport(
            RefusedRequest(
                method: "GET",
                path: "/oauth2/authorize",
                status: status,
                code: code.rawValue,
                description: "It is wrong.",
                clientID: clientID,
                client: client,
                redirectURI: redirectURI,
                scope: scope,
                grantType: grantType
            ),
            options: options
        ).lines
    }

    @Test func printsTheCauseAndWhatWasSent() {
        #expect(
            report(.invalidRequest, redirectURI: "https://b.example.com/", scope: "openid email") == [
                "Refused GET /oauth2/authorize with 400 invalid_request: It is wrong.",
                "  client_id=app redirect_uri=https://b.example.com/ scope=openid email",
            ]
        )
        #expect(report(.invalidRequest, clientID: nil, client: nil).count == 1)
    }

    @Test func printsTheCommandThatRegistersARedirectURI() {
        let command = "  Try: gatehouse client update app --add-redirect-uri "
        #expect(
            report(.invalidRedirectURI, redirectURI: "https://b.example.com/").last == command
                + "https://b.example.com/"
        )
        let quoted = #"'https://b.example.com/?a=b&c='\''d'"#
        #expect(report(.invalidRedirectURI, redirectURI: "https://b.example.com/?a=b&c='d").last == command + quoted)
    }

    @Test func printsTheCommandThatAddsScopesAndGrants() {
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

    @Test func printsTheCommandForAnUnknownClientAndAWrongSecret() {
        #expect(
            report(.invalidClient, client: nil, redirectURI: "https://b.example.com/").last
                == "  Try: gatehouse client create --client-id app --name app --redirect-uri https://b.example.com/"
        )
        #expect(report(.invalidClient, client: nil).last == "  Try: gatehouse client list")
        #expect(report(.invalidClient, status: 401).last == "  Try: gatehouse client secret rotate app")
        #expect(report(.invalidGrant).count == 2)
    }

    @Test func namesTheRecordsOfTheServerWithoutAPassword() {
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
