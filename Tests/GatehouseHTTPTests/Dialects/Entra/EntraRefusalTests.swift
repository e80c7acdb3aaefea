import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// What is refused before a flow is looked at, and how every refusal is written.
@Suite struct EntraRefusalTests {
    private static let start: [ParameterName: String?] = [.username: EntraWeb.email, .challengeType: "oob redirect"]
    private static let starts = ["/signup/v1.0/start", "/oauth2/v2.0/initiate", "/resetpassword/v1.0/start"]

    @Test(arguments: starts) func aStartNamesWhatIsWrongWithIt(_ path: String) async throws {
        let entra = try await EntraWeb()
        for (changes, verdict, sentence) in [
            ([.username: nil], "invalid_request 90100", "The username parameter is empty or not valid."),
            ([.username: ""], "invalid_request 90100", "The username parameter is empty or not valid."),
            ([.username: "no address"], "invalid_request 90100", "The username parameter is empty or not valid."),
            ([.clientID: nil], "invalid_request 90100", "The client_id parameter is empty or not valid."),
            ([.challengeType: nil], "invalid_request 90100", "The challenge_type parameter is empty or not valid."),
            (
                [.challengeType: "fax redirect"], "invalid_request 90100",
                "The challenge_type parameter is empty or not valid."
            ),
            (
                [.challengeType: "oob"], "unsupported_challenge_type 901007",
                "The challenge_type parameter has to list redirect."
            ),
            ([.clientID: "nobody"], "unauthorized_client 700016", "There is no client with this client_id here."),
            (
                [.clientID: "web"], "invalid_client 550022",
                "The client keeps a secret, and only public clients may use native authentication."
            ),
            (
                [.clientID: "app"], "invalid_client nativeauthapi_disabled 550021",
                "The client is not registered for native authentication."
            ),
        ] as [([ParameterName: String?], String, String)] {
            let answer = try await entra.post(path, Self.start.merging(changes) { $1 })
            #expect(answer.verdict == verdict)
            #expect(answer.sentence == sentence)
            #expect(answer.status == 400)
        }
    }

    /// A query string and parameters that nobody knows change nothing, at any endpoint; the places walk through them all.
    @Test(arguments: [EntraPlace.signUpStart, .signUpAttributes, .signInStart, .signInPassword, .resetStart])
    func whatIsNotKnownIsPassedOver(_ place: EntraPlace) async throws {
        var (entra, token) = try await place.reach()
        entra.query = "?dc=ESTS-PUB-WUS2&client_id=nobody&continuation_token=none"
        for name in ["x-client-SKU", "X-AnchorMailbox", "dc", "id", "unheard_of"] {
            entra.extra[ParameterName(rawValue: name)] = "something"
        }
        entra.extra[.capabilities] = "mfa_required registration_required unheard_of"
        #expect(try await place.finish(entra, token).verdict == "ok")
    }

    @Test(arguments: starts) func whatIsNotKnownIsPassedOverAtTheStart(_ path: String) async throws {
        var entra = try await EntraWeb()
        entra.query = "?dc=ESTS-PUB-WUS2"
        entra.extra = [ParameterName(rawValue: "unheard_of"): "something", .capabilities: "mfa_required unheard_of"]
        #expect(try await entra.post(path, Self.start).verdict == "ok")
    }

    @Test func theCallIsKnownByTheSameNamesEverywhere() async throws {
        let entra = try await EntraWeb()
        let id = "6C8F13A9-0E5C-4B68-93F6-1CB1B1E7A4F3"
        let refused = try await entra.post("/oauth2/v2.0/initiate", [:], [.clientRequestID: id])
        #expect(refused.answer.fields[.clientRequestID] == id)
        #expect(refused["correlation_id"]?.string == id)
        #expect(refused["trace_id"]?.string == refused.answer.fields[.serverRequestID])
        let began = try await entra.post("/oauth2/v2.0/initiate", Self.start, [.clientRequestID: id])
        #expect(began.answer.fields[.clientRequestID] == id)
        #expect(began.answer.fields[.serverRequestID] != refused.answer.fields[.serverRequestID])
    }

    @Test(arguments: [nil, "", "not a UUID"] as [String?]) func aCallWithoutANameGetsOne(_ id: String?) async throws {
        let entra = try await EntraWeb()
        var fields: HTTPFields = [:]
        fields[.clientRequestID] = id
        let refused = try await entra.post("/oauth2/v2.0/initiate", [:], fields)
        let given = try #require(refused["correlation_id"]?.string)
        #expect(UUID(uuidString: given) != nil)
        #expect(refused.answer.fields[.clientRequestID] == given)
    }

    @Test func theTimeIsTheServers() async throws {
        let entra = try await EntraWeb()
        let refused = try await entra.post("/oauth2/v2.0/initiate", [:])
        let body = try EntraErrorBody(status: .badRequest, fields: [:], body: refused.answer.body)
        #expect(body.timestamp == UnixTime(entra.server.clock.now))
    }

    /// Pages that hand a form object to the browser send it in parts.
    @Test func aFormMayComeInParts() async throws {
        let entra = try await EntraWeb()
        let parts = [("client_id", "native-app"), ("username", EntraWeb.email), ("challenge_type", "redirect oob")]
        let body =
            parts.map { "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }.joined()
            + "--x--\r\n"
        for (type, status) in [("multipart/form-data; boundary=x", 200), ("multipart/form-data", 400)] {
            let fields: HTTPFields = [.contentType: type]
            let answer = await entra.web.send(.post, "/default/oauth2/v2.0/initiate", fields, body: Data(body.utf8))
            #expect(answer.status.code == status)
        }
    }

    @Test func whatIsNoFormIsRefusedInTheSameShape() async throws {
        let entra = try await EntraWeb()
        let path = "/default/signup/v1.0/start"
        let json = await entra.web.send(.post, path, [.contentType: "application/json"], body: Data("{}".utf8))
        let get = await entra.web.send(.get, path)
        let large = await entra.web.send(.post, path, body: nil)
        let broken = await entra.web.send(
            .post,
            path,
            [.contentType: "application/x-www-form-urlencoded"],
            body: Data("client_id=%".utf8)
        )
        for (answer, status) in [(json, 415), (get, 405), (large, 413), (broken, 400)] {
            #expect(answer.status.code == status)
            let body = try WireJSON.decode(JSONValue.self, from: answer.body)
            #expect(body["error"] == "invalid_request")
        }
        #expect(get.fields[.allow] == "POST")
    }

    @Test func tooManyCallsFromOneAddressAreRefusedInTheSameShape() async throws {
        var limits = Limits()
        limits.requestsPerAddress = .init(2, per: 60)
        let entra = try await EntraWeb(limits: limits)
        for _ in 0..<2 { #expect(try await entra.post("/oauth2/v2.0/initiate", Self.start).verdict == "ok") }
        let refused = try await entra.post("/oauth2/v2.0/initiate", Self.start)
        #expect(refused.status == 429)
        #expect(refused.verdict == "temporarily_unavailable 90033")
        #expect(refused.answer.fields[.retryAfter] == "60")
    }

    @Test func whatFailsInsideIsSaidWithoutSayingWhat() async throws {
        let store = FailingStore()
        let entra = try await EntraWeb(on: try await Web(store: store))
        store.isDown = true
        let refused = try await entra.post("/oauth2/v2.0/initiate", Self.start)
        #expect(refused.status == 503)
        #expect(refused.verdict == "temporarily_unavailable 90033")
    }
}
