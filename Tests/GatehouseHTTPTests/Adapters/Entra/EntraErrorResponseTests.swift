import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Errors that occur before a flow is loaded, and the format of all errors.
@Suite struct EntraErrorResponseTests {
    private static let start: [ParameterName: String?] = [
        .username: EntraFixture.email, .challengeType: "oob redirect",
    ]
    private static let starts = ["/signup/v1.0/start", "/oauth2/v2.0/initiate", "/resetpassword/v1.0/start"]

    @Test(arguments: starts) func namesInvalidParameterOfStart(_ path: String) async throws {
        let entra = try await EntraFixture()
        for (changes, summary, errorDescription) in [
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
                "challenge_type must include redirect."
            ),
            ([.clientID: "unknown"], "unauthorized_client 700016", "Unknown client."),
            (
                [.clientID: "web"], "invalid_client 550022",
                "Native authentication requires a public client."
            ),
            (
                [.clientID: "app"], "invalid_client nativeauthapi_disabled 550021",
                "The client is not authorized to use native authentication."
            ),
        ] as [([ParameterName: String?], String, String)] {
            let response = try await entra.post(path, Self.start.merging(changes) { $1 })
            #expect(response.summary == summary)
            #expect(response.errorDescription == errorDescription)
            #expect(response.status == 400)
        }
    }

    /// The positions cover all endpoints.
    @Test(arguments: [EntraFlowPosition.signUpStart, .signUpAttributes, .signInStart, .signInPassword, .resetStart])
    func ignoresUnknownParameters(_ position: EntraFlowPosition) async throws {
        var (entra, token) = try await position.reach()
        entra.query = "?dc=ESTS-PUB-WUS2&client_id=unknown&continuation_token=none"
        for name in ["x-client-SKU", "X-AnchorMailbox", "dc", "trace", "unheard_of"] {
            entra.extra[ParameterName(rawValue: name)] = "something"
        }
        entra.extra[.capabilities] = "mfa_required registration_required unheard_of"
        #expect(try await position.finish(entra, token).summary == "ok")
    }

    @Test(arguments: starts) func ignoresUnknownParametersAtStart(_ path: String) async throws {
        var entra = try await EntraFixture()
        entra.query = "?dc=ESTS-PUB-WUS2"
        entra.extra = [ParameterName(rawValue: "unheard_of"): "something", .capabilities: "mfa_required unheard_of"]
        #expect(try await entra.post(path, Self.start).summary == "ok")
    }

    @Test func returnsSameRequestIDsInFieldsAndBody() async throws {
        let entra = try await EntraFixture()
        let id = "6C8F13A9-0E5C-4B68-93F6-1CB1B1E7A4F3"
        let rejected = try await entra.post("/oauth2/v2.0/initiate", [:], fields: [.clientRequestID: id])
        #expect(rejected.response.fields[.clientRequestID] == id)
        #expect(rejected["correlation_id"]?.string == id)
        #expect(rejected["trace_id"]?.string == rejected.response.fields[.serverRequestID])
        let started = try await entra.post("/oauth2/v2.0/initiate", Self.start, fields: [.clientRequestID: id])
        #expect(started.response.fields[.clientRequestID] == id)
        #expect(started.response.fields[.serverRequestID] != rejected.response.fields[.serverRequestID])
    }

    @Test(arguments: [nil, "", "not a UUID"] as [String?]) func generatesMissingCorrelationID(
        _ id: String?
    ) async throws {
        let entra = try await EntraFixture()
        var fields: HTTPFields = [:]
        fields[.clientRequestID] = id
        let rejected = try await entra.post("/oauth2/v2.0/initiate", [:], fields: fields)
        let given = try #require(rejected["correlation_id"]?.string)
        #expect(UUID(uuidString: given) != nil)
        #expect(rejected.response.fields[.clientRequestID] == given)
    }

    @Test func usesServerTimeInErrors() async throws {
        let entra = try await EntraFixture()
        let rejected = try await entra.post("/oauth2/v2.0/initiate", [:])
        let body = try EntraErrorBody(status: .badRequest, fields: [:], body: rejected.response.body)
        #expect(body.timestamp == UnixTime(entra.server.clock.now))
    }

    /// Pages that post `FormData` send multipart forms.
    @Test func acceptsMultipartForm() async throws {
        let entra = try await EntraFixture()
        let parts = [("client_id", "native-app"), ("username", EntraFixture.email), ("challenge_type", "redirect oob")]
        let body =
            parts.map { "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }.joined()
            + "--x--\r\n"
        for (type, status) in [("multipart/form-data; boundary=x", 200), ("multipart/form-data", 400)] {
            let fields: HTTPFields = [.contentType: type]
            let response = await entra.web.send(
                .post,
                "/default/oauth2/v2.0/initiate",
                fields: fields,
                body: Data(body.utf8)
            )
            #expect(response.status.code == status)
        }
    }

    @Test func rejectsUnreadableFormInEntraFormat() async throws {
        let entra = try await EntraFixture()
        let path = "/default/signup/v1.0/start"
        let json = await entra.web.send(.post, path, fields: [.contentType: "application/json"], body: Data("{}".utf8))
        let get = await entra.web.send(.get, path)
        let large = await entra.web.send(.post, path, body: nil)
        let broken = await entra.web.send(
            .post,
            path,
            fields: [.contentType: "application/x-www-form-urlencoded"],
            body: Data("client_id=%".utf8)
        )
        for (response, status) in [(json, 415), (get, 405), (large, 413), (broken, 400)] {
            #expect(response.status.code == status)
            let body = try JSONCoding.decode(JSONValue.self, from: response.body)
            #expect(body["error"] == "invalid_request")
        }
        #expect(get.fields[.allow] == "POST")
    }

    @Test func limitsRequestsPerAddressInEntraFormat() async throws {
        var limits = RateLimits()
        limits.requestsPerAddress = .init(2, per: 60)
        let entra = try await EntraFixture(limits: limits)
        for _ in 0..<2 { #expect(try await entra.post("/oauth2/v2.0/initiate", Self.start).summary == "ok") }
        let rejected = try await entra.post("/oauth2/v2.0/initiate", Self.start)
        #expect(rejected.status == 429)
        #expect(rejected.summary == "temporarily_unavailable 90033")
        #expect(rejected.response.fields[.retryAfter] == "60")
    }

    @Test func hidesInternalErrors() async throws {
        let store = FailingStore()
        let entra = try await EntraFixture(on: try await ServerFixture(store: store))
        store.isDown = true
        let rejected = try await entra.post("/oauth2/v2.0/initiate", Self.start)
        #expect(rejected.status == 503)
        #expect(rejected.summary == "temporarily_unavailable 90033")
    }
}
