import GatehouseMigration
import Testing

/// The catalog covers the v2 API in both languages and spellings.
@Suite struct LegacySymbolTests {
    /// Returns the uses in a file that imports Login with Amazon, without the import itself.
    private func uses(_ source: String, _ language: SourceLanguage) -> [LegacyUse] {
        let header = language == .swift ? "import LoginWithAmazon\n" : "#import <LoginWithAmazon/LoginWithAmazon.h>\n"
        let reading = SourceReader.read(Array((header + source).utf8), in: language)
        #expect(reading.isSDKInSight)
        return reading.uses.filter { $0.line > 1 }
    }

    @Test(arguments: ["AIMobileLib", "AMZNLWAMobileLib", "AMZNMobileLib"])
    func findsCallsInSwift(library: String) {
        let authorize = "AMZNAuthorizationManager.shared().authorize(_:withHandler:)"
        let table = [
            ("authorizeUser(forScopes: s, delegate: d)", "authorizeUser(forScopes:delegate:)", authorize),
            (
                "authorizeUser(forScopes: s, delegate: d, options: nil)",
                "authorizeUser(forScopes:delegate:options:)", authorize
            ),
            ("authorizeUserForScopes(s, delegate: d)", "authorizeUserForScopes(_:delegate:)", authorize),
            (
                "getAccessToken(forScopes: s, withOverrideParams: nil, delegate: d)",
                "getAccessToken(forScopes:withOverrideParams:delegate:)", authorize + " with .never"
            ),
            (
                "getAccessTokenForScopes(s, withOverrideParams: [:], delegate: d)",
                "getAccessTokenForScopes(_:withOverrideParams:delegate:)", authorize + " with .never"
            ),
            ("getProfile(d)", "getProfile(_:)", "AMZNUser.fetch(_:)"),
            ("getProfile(d, withOptions: o)", "getProfile(_:withOptions:)", "AMZNUser.fetch(_:)"),
            (
                "clearAuthorizationState(d)", "clearAuthorizationState(_:)",
                "AMZNAuthorizationManager.shared().signOut(_:)"
            ),
            (
                "handleOpen(u, sourceApplication: a)", "handleOpen(_:sourceApplication:)",
                "AMZNAuthorizationManager.handleOpen(_:sourceApplication:)"
            ),
            (
                "handleOpenURL(u, sourceApplication: a)", "handleOpenURL(_:sourceApplication:)",
                "AMZNAuthorizationManager.handleOpen(_:sourceApplication:)"
            ),
            ("getClientId()", "getClientId()", "AMZNAuthorizeResult.clientId"),
            ("getRedirectUri()", "getRedirectUri()", "AMZNAuthorizeResult.redirectUri"),
        ]
        for (source, name, replacement) in table {
            let found = uses("\(library).\(source)", .swift)
            #expect(found.map(\.name) == ["\(library).\(name)"])
            #expect(found.map(\.replacement) == [replacement])
        }
    }

    @Test(arguments: ["AIMobileLib", "AMZNLWAMobileLib", "AMZNMobileLib"])
    func findsCallsInObjectiveC(library: String) {
        let authorize = "AMZNAuthorizationManager.shared().authorize(_:withHandler:)"
        let table = [
            ("authorizeUserForScopes:s delegate:d", "authorizeUserForScopes:delegate:", authorize),
            ("authorizeUserForScopes:s delegate:d options:nil", "authorizeUserForScopes:delegate:options:", authorize),
            (
                "getAccessTokenForScopes:s withOverrideParams:nil delegate:d",
                "getAccessTokenForScopes:withOverrideParams:delegate:",
                authorize + " with .never"
            ),
            ("getProfile:d", "getProfile:", "AMZNUser.fetch(_:)"),
            ("getProfile:d withOptions:o", "getProfile:withOptions:", "AMZNUser.fetch(_:)"),
            ("clearAuthorizationState:d", "clearAuthorizationState:", "AMZNAuthorizationManager.shared().signOut(_:)"),
            (
                "handleOpenURL:u sourceApplication:a", "handleOpenURL:sourceApplication:",
                "AMZNAuthorizationManager.handleOpen(_:sourceApplication:)"
            ),
            ("getClientId", "getClientId", "AMZNAuthorizeResult.clientId"),
            ("getRedirectUri", "getRedirectUri", "AMZNAuthorizeResult.redirectUri"),
        ]
        for (source, name, replacement) in table {
            let found = uses("[\(library) \(source)];", .objectiveC)
            #expect(found.map(\.name) == ["+[\(library) \(name)]"])
            #expect(found.map(\.replacement) == [replacement])
        }
    }

    @Test(arguments: [
        "NoError", "ApplicationNotAuthorized", "ServerError", "ErrorUserInterrupted", "AccessDenied", "DeviceError",
        "InvalidInput", "NetworkError", "UnauthorizedClient", "InternalError", "VersionDenied",
    ])
    func findsErrorCodes(code: String) {
        let isCancellation = code == "ErrorUserInterrupted" || code == "AccessDenied"
        let replacement = (isCancellation ? "userDidCancel, or " : "") + "kAMZNLWA" + code
        for language in [SourceLanguage.swift, .objectiveC] {
            for name in ["kAI" + code] + (isCancellation ? ["kAMZNLWA" + code] : []) {
                let found = uses("f(\(name));", language)
                #expect(found.map(\.name) == [name])
                #expect(found.map(\.replacement) == [replacement])
                #expect(found.allSatisfy { ($0.difference != nil) == isCancellation })
            }
            // Unchanged names are not listed.
            if !isCancellation { #expect(uses("f(kAMZNLWA\(code));", language) == []) }
        }
    }

    @Test(arguments: [
        ("kAIOptionSandboxMode", "AMZNAuthorizationManager.shared().isSandboxMode = true"),
        ("kAIOptionScopeData", "AMZNScopeFactory.scope(withName:data:)"),
        ("kAIOptionReturnAuthCode", "request.grantType = .code"),
        ("kAIOptionCodeChallenge", "request.codeChallenge"),
        ("kAIOptionCodeChallengeMethod", "request.codeChallengeMethod"),
        ("kAIForceRefresh", "nothing"),
    ])
    func findsOptions(option: String, replacement: String) {
        let old = option == "kAIForceRefresh" ? "kForceRefresh" : option
        for name in [old, option.replacing("kAI", with: "kAMZNLWA")] {
            let found = uses("f(\(name))", .swift)
            #expect(found.map(\.name) == [name])
            #expect(found.map(\.replacement) == [replacement])
            #expect(uses("f(\(name));", .objectiveC).map(\.name) == [name])
        }
    }

    @Test(arguments: [
        "AuthorizeUser", "GetAccessToken", "ClearAuthorizationState", "GetProfile", "GetAuthorizationCode",
        "GetCodePair",
        "GetTokenForCodePair",
    ])
    func findsEnumerationCases(name: String) {
        let swift = "API." + name.prefix(1).lowercased() + name.dropFirst()
        #expect(uses("f(\(swift))", .swift).map(\.name) == [swift])
        #expect(uses("f(kAPI\(name));", .objectiveC).map(\.name) == ["kAPI\(name)"])
    }

    @Test(arguments: [
        "AIMobileLib", "AMZNLWAMobileLib", "AIAuthenticationDelegate", "AMZNLWAAuthenticationDelegate", "APIResult",
        "APIError", "AIError", "AMZNLWAError", "API",
    ])
    func findsTypes(name: String) {
        #expect(uses("func f(_ x: \(name)!) {}", .swift).map(\.name) == [name])
        #expect(uses("- (void)f:(\(name))x;", .objectiveC).map(\.name) == [name])
    }

    @Test(arguments: [SourceLanguage.swift, .objectiveC])
    func findsErrorDomain(language: SourceLanguage) {
        #expect(uses("f(AIErrorDomain);", language).map(\.replacement) == ["kAMZNLWAErrorDomain"])
        #expect(uses("f(kAMZNLWAErrorDomain, kAMZNLWAErrorTimeUntilNextRetryAttempt);", language) == [])
    }

    @Test func findsDelegateMethods() {
        let swift = "func requestDidSucceed(_ r: APIResult) {}\nfunc requestDidFail(_ e: LoginWithAmazon.APIError!) {}"
        #expect(uses(swift, .swift).map(\.name) == ["requestDidSucceed(_:)", "requestDidFail(_:)"])
        let objectiveC = "- (void)requestDidSucceed:(APIResult *)r {}\n- (void) requestDidFail :(APIError*)e {}"
        #expect(uses(objectiveC, .objectiveC).map(\.name) == ["-requestDidSucceed:", "-requestDidFail:"])
    }

    @Test func findsMembers() {
        let swift = """
            func requestDidSucceed(_ r: APIResult) { f(r.result, r.api) }
            func requestDidFail(_ e: APIError) { f(e.api, e.error); f(e.error.code, e.error?.message, e.error!.errorName, e.error.userInfo) }
            func show(_ error: AIError?) { f(error?.code) }
            """
        #expect(
            uses(swift, .swift).map(\.name) == [
                "requestDidSucceed(_:)", "r.result", "r.api", "requestDidFail(_:)", "e.api", "e.error", "e.error.code",
                "e.error.message", "e.error.errorName", "e.error.userInfo", "AIError", "error.code",
            ]
        )
        let objectiveC = """
            - (void)requestDidSucceed:(APIResult *)r { f(r.result, [r api]); }
            - (void)requestDidFail:(nonnull APIError *)e { f(e.error, [[e error] message], [e.error code], [e error].userInfo); }
            - (void)show { AIError *error = x; f(error.errorName); }
            """
        #expect(
            uses(objectiveC, .objectiveC).map(\.name) == [
                "-requestDidSucceed:", "r.result", "r.api", "-requestDidFail:", "e.error", "e.error.message",
                "e.error.code", "e.error.userInfo", "AIError", "error.errorName",
            ]
        )
    }

    @Test func findsInitializers() {
        #expect(
            uses("f(APIResult(resultFor: a, andResult: b), APIError.init(errorFor: a, andError: e))", .swift).map(
                \.name
            ) == [
                "APIResult(resultFor:andResult:)", "APIError(errorFor:andError:)",
            ]
        )
        #expect(
            uses(
                "f([[APIResult alloc] initResultFor:a andResult:b], [[APIError alloc] initErrorFor:a andError:b]);",
                .objectiveC
            )
            .map(\.name) == ["-[APIResult initResultFor:andResult:]", "-[APIError initErrorFor:andError:]"]
        )
    }

    @Test(arguments: [
        "<LoginWithAmazon/LoginWithAmazon.h>", "\"LoginWithAmazon.h\"", "<LoginWithAmazon/AIMobileLib.h>",
        "\"AIMobileLib.h\"", "\"AIAuthenticationDelegate.h\"", "\"AIError.h\"", "\"AMZNLWAMobileLib.h\"",
        "\"AMZNLWAAuthenticationDelegate.h\"", "\"AMZNLWAError.h\"", "<LoginWithAmazon/AMZNUser.h>",
    ])
    func findsHeaders(header: String) {
        let found = uses("#import \(header)", .objectiveC)
        #expect(found.map(\.name) == ["#import \(header)"])
        #expect(found.map(\.replacement) == ["import LoginWithAmazon in Swift"])
    }

    @Test func findsModule() {
        #expect(uses("@testable import LoginWithAmazon", .swift).map(\.name) == ["import LoginWithAmazon"])
        #expect(
            uses("import class LoginWithAmazon.AIMobileLib", .swift).map(\.name) == [
                "import LoginWithAmazon.AIMobileLib"
            ]
        )
        #expect(uses("@import LoginWithAmazon;", .objectiveC).map(\.name) == ["@import LoginWithAmazon"])
    }
}
