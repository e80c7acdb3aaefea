import Foundation
import GatehouseTesting
import Testing

@testable import MSAL

@Suite(.timeLimit(.minutes(3))) struct ConfigurationTests {
    /// Adds what it is told to each request.
    private final class Adding: NSObject, MSALNativeAuthRequestInterceptor {
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

    private func start(_ canned: Canned) async throws -> CannedNativeAuthAPI.Request {
        _ = await (try await Place.signUpStart.reach(canned)).heard()
        return try #require(canned.request(at: .signUpStart))
    }

    @Test(
        arguments: [
            ([.OOB], "oob redirect"), ([.OOB, .password], "oob password redirect"), ([.password], "password redirect"),
        ] as [(MSALNativeAuthChallengeTypes, String)]
    )
    func theServerHearsWhatTheAppHasPagesFor(types: MSALNativeAuthChallengeTypes, sent: String) async throws {
        let api = CannedNativeAuthAPI()
        let config = MSALNativeAuthPublicClientApplicationConfig(
            clientId: api.clientID,
            authority: try MSALCIAMAuthority(url: api.authority),
            challengeTypes: types
        )
        config.capabilities = [.mfaRequired, .registrationRequired]
        let app = try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config, adjust: api.prepare)
        _ = await Heard.of {
            app.signUp(parameters: MSALNativeAuthSignUpParameters(username: Place.email), delegate: $0)
        }
        let request = try #require(api.requests.first)
        #expect(request.parameters["challenge_type"] == sent)
        #expect(request.parameters["capabilities"] == "mfa_required registration_required")
        #expect(app.clientId == api.clientID)
        #expect(app.authority.url == api.authority)
    }

    @Test func theDataCentreIsNamed() async throws {
        let canned = try Canned { $0.sliceConfig = MSALSliceConfig(slice: nil, dc: "ESTS-PUB-1") }
        #expect(try await start(canned).query == "dc=ESTS-PUB-1")
        #expect(try await start(try Canned()).query == nil)
    }

    @Test func anInterceptorAddsFieldsOfItsOwn() async throws {
        let adding = Adding([
            "x-waf": "1", "X-Bot": "no", "x-ms-a": "a", "X-Client-B": "b", "x-app-c": "c", "Cookie": "d",
        ])
        let request = try await start(try Canned { $0.requestInterceptor = adding })
        #expect(request.headerFields["x-waf"] == "1")
        #expect(request.headerFields["x-bot"] == "no")
        #expect(request.headerFields["x-path"] == "/default/signup/v1.0/start")
        for name in ["x-ms-a", "x-client-b", "x-app-c", "cookie"] {
            #expect(request.headerFields[name] == nil, "\(name)")
        }
    }

    @Test func anInterceptorMayAddNothing() async throws {
        let request = try await start(try Canned { $0.requestInterceptor = Adding(nil) })
        #expect(request.headerFields["x-path"] == nil)
    }

    @Test func whatIsChangedLaterHasNoEffect() async throws {
        var kept: MSALNativeAuthPublicClientApplicationConfig?
        let canned = try Canned { kept = $0 }
        kept?.clientId = "another"
        kept?.capabilities = [.mfaRequired]
        let sent = try await start(canned).parameters
        #expect(sent["client_id"] == "app")
        #expect(sent["capabilities"] == nil)
    }

    @Test func anAuthorityOfAnotherKindIsRefused() throws {
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
