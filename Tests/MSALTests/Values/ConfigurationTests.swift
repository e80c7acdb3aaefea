import Foundation
import GatehouseTesting
import Testing

@testable import MSAL

@Suite(.timeLimit(.minutes(3))) struct ConfigurationTests {
    /// An interceptor that adds the given fields to each request.
    private final class HeaderAddingInterceptor: NSObject, MSALNativeAuthRequestInterceptor {
        private let fields: [String: String]?

        init(_ fields: [String: String]?) {
            self.fields = fields
        }

        func addAdditionalHeaderFields(
            _ requestUrl: URL?,
            completionBlock: @escaping MSALNativeAuthRequestInterceptorAddHeaderCompletionBlock
        ) {
            var fields = fields
            fields?["x-path"] = requestUrl?.path()
            completionBlock(fields)
            completionBlock(nil)
        }
    }

    private func start(_ stubbed: StubbedApp) async throws -> StubNativeAuthServer.Request {
        _ = await (try await CallSite.signUpStart.prepare(stubbed)).perform()
        return try #require(stubbed.request(at: .signUpStart))
    }

    @Test(
        arguments: [
            ([.OOB], "oob redirect"), ([.OOB, .password], "oob password redirect"), ([.password], "password redirect"),
        ] as [(MSALNativeAuthChallengeTypes, String)]
    )
    func sendsChallengeTypesAndCapabilities(types: MSALNativeAuthChallengeTypes, sent: String) async throws {
        let api = StubNativeAuthServer()
        let config = MSALNativeAuthPublicClientApplicationConfig(
            clientId: api.clientID,
            authority: try MSALCIAMAuthority(url: api.authority),
            challengeTypes: types
        )
        config.capabilities = [.mfaRequired, .registrationRequired]
        let app = try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config, adjust: api.prepare)
        _ = await DelegateCall.from {
            app.signUp(parameters: MSALNativeAuthSignUpParameters(username: CallSite.email), delegate: $0)
        }
        let request = try #require(api.requests.first)
        #expect(request.parameters["challenge_type"] == sent)
        #expect(request.parameters["capabilities"] == "mfa_required registration_required")
        #expect(app.clientId == api.clientID)
        #expect(app.authority.url == api.authority)
    }

    @Test func sendsDataCenter() async throws {
        let stubbed = try StubbedApp { $0.sliceConfig = MSALSliceConfig(slice: nil, dc: "ESTS-PUB-1") }
        #expect(try await start(stubbed).query == "dc=ESTS-PUB-1")
        #expect(try await start(try StubbedApp()).query == nil)
    }

    @Test func addsInterceptorHeaderFields() async throws {
        let interceptor = HeaderAddingInterceptor([
            "x-waf": "1", "X-Bot": "no", "x-ms-a": "a", "X-Client-B": "b", "x-app-c": "c", "Cookie": "d",
        ])
        let request = try await start(try StubbedApp { $0.requestInterceptor = interceptor })
        #expect(request.headerFields["x-waf"] == "1")
        #expect(request.headerFields["x-bot"] == "no")
        #expect(request.headerFields["x-path"] == "/default/signup/v1.0/start")
        for name in ["x-ms-a", "x-client-b", "x-app-c", "cookie"] {
            #expect(request.headerFields[name] == nil, "\(name)")
        }
    }

    @Test func toleratesInterceptorWithoutFields() async throws {
        let request = try await start(try StubbedApp { $0.requestInterceptor = HeaderAddingInterceptor(nil) })
        #expect(request.headerFields["x-path"] == nil)
    }

    @Test func copiesConfiguration() async throws {
        var kept: MSALNativeAuthPublicClientApplicationConfig?
        let stubbed = try StubbedApp { kept = $0 }
        kept?.clientId = "another"
        kept?.capabilities = [.mfaRequired]
        let sent = try await start(stubbed).parameters
        #expect(sent["client_id"] == "app")
        #expect(sent["capabilities"] == nil)
    }

    @Test func rejectsAuthorityOfOtherType() throws {
        let url = try #require(URL(string: "https://login.example.com/default"))
        #expect(try MSALAuthority.authority(with: url) is MSALCIAMAuthority)
        let config = MSALNativeAuthPublicClientApplicationConfig(
            clientId: "app",
            authority: MSALAuthority(checked: url),
            challengeTypes: [.OOB]
        )
        let error = #expect(throws: NSError.self) {
            try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config)
        }
        #expect(error?.domain == MSALErrorDomain)
        #expect(error?.localizedDescription == "It is not CIAM authority.")
    }
}
