import Foundation
import GatehouseMigration
import Testing

@Suite struct SourceReaderTests {
    private func swift(_ source: String) -> [LegacyUse] {
        SourceReader.read(Array(source.utf8), in: .swift).uses
    }

    private func objectiveC(_ source: String) -> [LegacyUse] {
        SourceReader.read(Array(source.utf8), in: .objectiveC).uses
    }

    // MARK: Options

    @Test func adaptsReplacementToOptions() {
        let found = swift(
            "AIMobileLib.authorizeUser(forScopes: s, delegate: d, options: [kAIOptionReturnAuthCode: true, kAIOptionCodeChallenge: c])"
        )
        #expect(found.map(\.name).first == "AIMobileLib.authorizeUser(forScopes:delegate:options:)")
        #expect(
            found.map(\.replacement) == [
                "AMZNAuthorizationManager.shared().authorize(_:withHandler:), request.grantType = .code, request.codeChallenge",
                "request.grantType = .code", "request.codeChallenge",
            ]
        )
    }

    @Test func reportsForcedRefreshWithoutReplacement() {
        let code = "[AIMobileLib getAccessTokenForScopes:s withOverrideParams:@{kForceRefresh:@\"YES\"} delegate:d];"
        let found = objectiveC(code)
        #expect(
            found.map(\.replacement) == [
                "nothing; authorize(_:withHandler:) with .never refreshes an expired token",
                "nothing",
            ]
        )
        #expect(found.allSatisfy { $0.difference?.hasPrefix("v3 has no way to force a refresh:") == true })
    }

    // MARK: Layout

    @Test func countsMultilineCallOnce() {
        let found = swift(
            "x = AIMobileLib // here\n    .getProfile(\n        /* whom */ self,\n        withOptions: a ? b : c\n    )"
        )
        #expect(found.map { "\($0.line):\($0.column) \($0.name)" } == ["1:5 AIMobileLib.getProfile(_:withOptions:)"])
    }

    @Test func countsMultilineSelectorOnce() {
        let found = objectiveC(
            """
            [AIMobileLib
                authorizeUserForScopes:a ? [b c:d] : e
                              delegate:^(id f) { g: return; }
                               options : (NSDictionary *)h];
            """
        )
        #expect(
            found.map { "\($0.line):\($0.column) \($0.name)" } == [
                "1:2 +[AIMobileLib authorizeUserForScopes:delegate:options:]"
            ]
        )
    }

    @Test func countsNestedMessagesSeparately() {
        let found = objectiveC("[AIMobileLib getProfile:[self with:[AIMobileLib getClientId]]];")
        #expect(found.map(\.name) == ["+[AIMobileLib getProfile:]", "+[AIMobileLib getClientId]"])
    }

    @Test func findsMethodReferences() {
        #expect(
            swift("f(AIMobileLib.getProfile(_:withOptions:))").map(\.name) == ["AIMobileLib.getProfile(_:withOptions:)"]
        )
        #expect(swift("f(AIMobileLib.getProfile)").map(\.name) == ["AIMobileLib.getProfile"])
        #expect(swift("let lib = AIMobileLib.self").map(\.name) == ["AIMobileLib"])
        #expect(
            objectiveC("[AIMobileLib class]; x = AIMobileLib.getClientId;").map(\.name) == [
                "AIMobileLib", "AIMobileLib.getClientId",
            ]
        )
    }

    @Test func readsMacroBodies() {
        #expect(objectiveC("#define OUT(d) \\\n  [AIMobileLib clearAuthorizationState:(d)]").map(\.line) == [2])
    }

    @Test func readsInterpolations() {
        #expect(swift(#"f("AIMobileLib.getProfile(d) \(AIMobileLib.getClientId())")"#).map(\.column) == [32])
    }

    // MARK: Delegates

    @Test(arguments: [
        "class A: NSObject, AIAuthenticationDelegate {}", "extension A.B: AIAuthenticationDelegate {}",
        "final class A<T: B>:\n    C,\n    @preconcurrency LoginWithAmazon.AIAuthenticationDelegate {}",
        "protocol A: AIAuthenticationDelegate {}",
    ])
    func findsConformancesInSwift(source: String) {
        #expect(swift(source).map(\.replacement) == ["a handler with each call"])
    }

    @Test(arguments: [
        "var a: AIAuthenticationDelegate?", "func f(a: any AIAuthenticationDelegate) {}",
        "let a = b as? AIAuthenticationDelegate",
        "class A { let d: AIAuthenticationDelegate }", "typealias A = AIAuthenticationDelegate",
    ])
    func findsMentionsInSwift(source: String) {
        #expect(
            swift(source).map(\.replacement) == [
                "AMZNAuthorizationRequestHandler, AMZNUserFetchRequestHandler or AMZNSignOutRequestHandler"
            ]
        )
    }

    @Test(arguments: [
        "@interface A : NSObject<AIAuthenticationDelegate>\n@end",
        "@interface A () <B, AIAuthenticationDelegate>\n@end",
        "@protocol A <AIAuthenticationDelegate>\n@end",
    ])
    func findsConformancesInObjectiveC(source: String) {
        #expect(objectiveC(source).map(\.replacement) == ["a handler with each call"])
    }

    @Test(arguments: [
        "@protocol AIAuthenticationDelegate;",
        "@interface A : NSObject\n@property (weak) id<AIAuthenticationDelegate> d;\n@end",
        "- (void)f:(id<AIAuthenticationDelegate>)d;",
        "@interface A : NSObject { id<AIAuthenticationDelegate> d; }\n@end",
    ])
    func findsMentionsInObjectiveC(source: String) {
        #expect(objectiveC(source).map(\.name) == ["AIAuthenticationDelegate"])
        #expect(objectiveC(source).map(\.replacement) != ["a handler with each call"])
    }

    @Test func ignoresUnrelatedCallbacks() {
        #expect(swift("func requestDidSucceed(_ response: Response) {}\nrequestDidFail(x)") == [])
        #expect(objectiveC("- (void)requestDidSucceed:(Response *)response {}\n[self requestDidFail:x];") == [])
    }

    // MARK: Variables

    @Test func limitsVariablesToTheirScope() {
        let source = """
            class A {
                func requestDidFail(_ e: APIError!) {
                    if let error = e?.error { f(error.code) }
                    run { (r: APIResult) in f(r.result) }
                    f(e.error.code)
                }
                func other(e: Other, r: Other, error: Other) { f(e.error, r.result, error.code) }
            }
            """
        #expect(
            swift(source).map { "\($0.line) \($0.name)" } == [
                "2 requestDidFail(_:)", "3 e.error", "3 error.code", "4 APIResult", "4 r.result", "5 e.error.code",
            ]
        )
        let objectiveCSource = """
            - (void)requestDidFail:(APIError *)e;
            - (void)requestDidFail:(APIError *)e { if (a) { f(e.error); } f(e.error.code); }
            - (void)other:(Other *)e { f(e.error); }
            """
        #expect(
            objectiveC(objectiveCSource).map { "\($0.line) \($0.name)" } == [
                "1 -requestDidFail:", "2 -requestDidFail:", "2 e.error", "2 e.error.code",
            ]
        )
    }

    // MARK: Broken sources

    @Test(arguments: ["SignInViewController.swift", "SessionDelegate.m", "SessionDelegate.h", "AppDelegate.m"])
    func readsSourceTruncatedAnywhere(name: String) throws {
        let folder = URL(filePath: #filePath).appending(path: "../../Fixtures/Migration/ExampleApp").standardized
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
        let language = try #require(SourceLanguage(fileName: name))
        let all = SourceReader.read(bytes, in: language).uses.count
        #expect(all > 0)
        for index in stride(from: 0, to: bytes.count, by: 3) {
            #expect(SourceReader.read(Array(bytes[..<index]), in: language).uses.count <= all)
            _ = SourceReader.read(Array(bytes[index...]), in: language)
            _ = SourceReader.read(Array(bytes[index...].reversed()), in: language)
        }
    }

    // MARK: The app's own names

    @Test(arguments: [
        "Other.APIError", ".APIError", "x.AIErrorDomain", "func API() {}", "case APIError", "API.login()", "API()",
    ])
    func ignoresNamesOfOtherTypes(source: String) {
        #expect(swift(source) == [])
    }

    @Test func recordsDeclarationsOfApp() {
        let swift = SourceReader.read(Array("enum APIError {}\nenum A { struct AIError {} }".utf8), in: .swift)
        #expect(swift.declarations == ["APIError"])
        let objectiveC = SourceReader.read(
            Array(
                "@interface APIError : NSObject\n@end\ntypedef NS_ENUM(NSInteger, API) { A };\ntypedef struct {} AIError;"
                    .utf8
            ),
            in: .objectiveC
        )
        #expect(objectiveC.declarations == ["APIError", "API", "AIError"])
        #expect(objectiveC.uses == [])
    }
}
