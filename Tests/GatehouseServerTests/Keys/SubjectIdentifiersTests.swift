import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// OpenID Connect Core §8.1.
@Suite struct SubjectIdentifiersTests {
    private let subjects: SubjectIdentifiers

    init() throws {
        subjects = SubjectIdentifiers(masterKey: try #require(MasterKey(bytes: Data(repeating: 7, count: 32))))
    }

    private func client(_ id: Client.ID, sector: String?) -> Client {
        var client = Client.app(id.rawValue, createdAt: Date(timeIntervalSince1970: 0))
        client.sectorIdentifier = sector
        return client
    }

    @Test func usesAccountIdentifierForPublicSubjects() {
        let app = client("app", sector: nil)
        #expect(subjects.subject(of: "account-1", for: app) == "account-1")
        #expect(subjects.account(of: "account-1", for: app) == "account-1")
    }

    @Test func isSameForClientsOfOneSectorOnly() {
        let subject = subjects.subject(of: "account-1", for: client("app", sector: "example.com"))
        #expect(subject == subjects.subject(of: "account-1", for: client("other", sector: "example.com")))
        #expect(subject != subjects.subject(of: "account-1", for: client("app", sector: "example.org")))
        #expect(subject != subjects.subject(of: "account-2", for: client("app", sector: "example.com")))
        #expect(!subject.contains("account"))
    }

    /// OpenID Connect Core §2: at most 255 ASCII characters.
    @Test(arguments: ["a", "account-1", String(repeating: "x", count: 100), "例"])
    func resolvesOwnSubjects(id: String) {
        let app = client("app", sector: "example.com")
        let subject = subjects.subject(of: Account.ID(id), for: app)
        #expect(subject.utf8.count <= 255)
        #expect(subjects.account(of: subject, for: app) == Account.ID(id))
        #expect(subjects.account(of: subject, for: client("app", sector: "example.org")) == nil)
    }

    @Test(arguments: ["", "account-1", "AAAA", String(repeating: "A", count: 40)])
    func rejectsForgedSubjects(subject: String) {
        #expect(subjects.account(of: subject, for: client("app", sector: "example.com")) == nil)
    }

    @Test func appearsInAllTokensAndResponses() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(method: .clientSecretBasic) { $0.sectorIdentifier = "example.com" }
        let tokens = try await server.signIn(try await server.addAccount(), to: client)
        let subject = subjects.subject(of: "account-1", for: client)
        let idToken = try #require(tokens.idToken)
        #expect(try await server.read(idToken, as: IDTokenClaims.self, kind: .idToken).claims.subject == subject)
        let access = try await server.read(tokens.accessToken, as: AccessTokenClaims.self, kind: .accessToken)
        #expect(access.claims.subject == subject)
        let info = try await server.identity.userInfo.userInfo(
            Parameters(),
            authorization: "Bearer " + tokens.accessToken.reveal()
        )
        #expect(info.subject == subject)
        for token in [tokens.accessToken, try #require(tokens.refreshToken)] {
            let response = try await server.identity.introspection.introspect(
                Parameters([.token: token.reveal()]),
                authorization: server.authentication(of: client).fields[.authorization],
                context: server.context
            )
            let body = try #require(String(bytes: response.body(), encoding: .utf8))
            #expect(body.contains(#""sub":"\#(subject)""#))
        }
    }

    /// Back-Channel Logout §2.1: `sid` identifies a session at a client, and relates no pairwise subjects of a user.
    @Test func identifiesSessionDifferentlyAtEachClient() async throws {
        let server = try ServerHarness()
        let account = try await server.addAccount()
        let browser = try await server.addBrowserSession(account)
        var found: [String] = []
        for (id, sector) in [("app", "example.com"), ("other", "example.org"), ("public", nil)] {
            let client = try await server.addClient(id) { $0.sectorIdentifier = sector }
            var own: Set<String> = []
            for _ in 1...2 {
                let tokens = try await server.signIn(account, to: client, browserSession: browser)
                let idToken = try #require(tokens.idToken)
                let claims = try await server.read(idToken, as: IDTokenClaims.self, kind: .idToken).claims
                own.insert(try #require(claims.sessionID))
            }
            #expect(own.count == 1)
            found += own
        }
        #expect(Set(found).count == 3)
        #expect(!found.contains(browser.id.rawValue))
    }

    @Test func identifiesAccountOfHintAndClaims() async throws {
        let server = try await CompleteServer.with {
            $0.redirectURIs = [ServerHarness.redirectURI]
            $0.sectorIdentifier = "example.com"
        }
        let ada = try await server.addAccount("ada@example.com", password: "correct horse battery")
        var driver = try await BrowserDriver(on: server)
        try await driver.signIn("ada@example.com", password: "correct horse battery")
        let client = try #require(try await server.store.client("app"))
        let own = SubjectIdentifiers(masterKey: server.identity.masterKey)
        for (account, isSame) in [(ada.id, true), ("other", false)] as [(Account.ID, Bool)] {
            let subject = own.subject(of: account, for: client)
            let claims = ClaimsRequest(idToken: [.subject: .init(value: .string(subject))])
            let decision = try await driver.browser.authorize(
                [.prompt: "none", .claims: claims.encoded],
                on: server
            )
            #expect((decision.code != nil) == isSame)
            if !isSame { #expect(decision.error == .loginRequired) }
        }
        let raw = ClaimsRequest(idToken: [.subject: .init(value: .string(ada.id.rawValue))])
        await #expect(throws: AuthorizationError.self) {
            try await driver.browser.authorize([.prompt: "none", .claims: raw.encoded], on: server)
        }
    }
}
