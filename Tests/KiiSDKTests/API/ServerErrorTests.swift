import Foundation
import GatehouseTestSupport
import GatehouseWire
import HTTPTypes
import KiiSDK
import Testing

/// The code for each server error, call by call.
@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct ServerErrorTests {
    /// A server error and its code for most calls.
    private static let standardCodes: [(KiiErrorCode, Int)] = [
        (.passwordTooShort, 304), (.invalidAccountStatus, 329), (.invalidJSON, 204), (.missingData, 204),
        (.noAccountProvided, 204), (.wrongPassword, 302), (.authenticationFailed, 302), (.wrongToken, 301),
        (.wrongRefreshToken, 330), (.appNotFound, 102), (.appDisabled, 102), (.userAddressNotFound, 329),
        (.userAlreadyExists, 503), (.operationNotAllowed, 329), (.invalidStatus, 329), (.pinCodeExpired, 344),
        (.phoneVerificationCodeExpired, 309), (.tooManyRequests, 103), (.undefinedError, 103),
        (.temporarilyUnavailable, 103),
    ]

    /// The codes that differ between calls.
    private static let callSpecificCodes: [(call: String, KiiErrorCode, Int)] = [
        ("logIn", .invalidGrant, 302), ("logIn", .unauthorized, 203), ("logInLocally", .invalidGrant, 302),
        ("token", .unauthorized, 301), ("token", .userNotFound, 301), ("token", .userDisabled, 301),
        ("register", .invalidInputData, 304), ("refresh", .unauthorized, 203), ("refresh", .userNotFound, 324),
        ("findByUsername", .userNotFound, 324), ("findByEmail", .userNotFound, 324),
        ("findByPhone", .userNotFound, 324), ("reset", .userNotFound, 324), ("reset", .userDisabled, 302),
        ("resetByMethod", .operationNotSupported, 204), ("completeReset", .invalidVerificationCode, 341),
        ("completeReset", .pinCodeExpired, 344), ("completeReset", .verificationCodeNotFound, 341),
        ("verifyPhone", .invalidVerificationCode, 309), ("verifyPhone", .verificationCodeNotFound, 309),
        ("resendEmail", .invalidAccountStatus, 329), ("resendPhone", .invalidAccountStatus, 329),
        ("changeEmail", .invalidInputData, 311), ("changeEmail", .userAlreadyExists, 503),
        ("changePhone", .invalidInputData, 312), ("changePhone", .operationNotSupported, 312),
        ("updatePassword", .invalidInputData, 304), ("updatePassword", .wrongPassword, 302),
        ("updateNames", .userAlreadyExists, 503), ("update", .invalidInputData, 204),
        ("delete", .unauthorized, 203), ("putIdentity", .userAlreadyExists, 503),
    ]

    @Test(arguments: CallStyle.allCases)
    func mapsEveryServerErrorToCode(style: CallStyle) async throws {
        let device = Device()
        device.launch()
        // Pseudo users and normal users support different calls: each call is made by a user who may make it.
        let pseudo = try await KiiUser.registerAsPseudoUser(with: nil)
        let identity = try #require(KiiCall.allCalls(pseudo).first { $0.name == "putIdentity" })
        try await check(identity, style, on: device)
        device.server.add("ada")
        let user = try await KiiUser.authenticate("ada", withPassword: "analytical")
        for call in KiiCall.allCalls(user) where call.name != "putIdentity" {
            try await check(call, style, on: device)
        }
        #expect(KiiUser.current() === user)
    }

    private func check(_ call: KiiCall, _ style: CallStyle, on device: Device) async throws {
        let exceptions = Self.callSpecificCodes.filter { $0.call == call.name }
        let standardCodes = Self.standardCodes.filter { row in !exceptions.contains { $0.1 == row.0 } }
        let isTokenLogIn = call.name.hasPrefix("token")
        for (serverError, code) in exceptions.map({ ($0.1, $0.2) }) + standardCodes {
            // With a refresh token, a rejected access token is refreshed first.
            if call.name == "tokens", serverError == .wrongToken || serverError.status == .unauthorized { continue }
            device.server.failNext(.rejects(serverError))
            let stored = try device.stored
            let outcome = await call.outcome(style)
            #expect(outcome.error?.code == code, "\(call.name) \(serverError)")
            #expect(outcome.error?.domain == KiiSDK.KiiError.errorDomain)
            #expect(outcome.error?.kiiErrorSummary() == serverError.rawValue, "\(call.name)")
            #expect(outcome.error?.kiiErrorMessage() == "No: \(serverError).", "\(call.name)")
            #expect(outcome.error?.kiiHttpStatus() == serverError.status.code, "\(call.name) \(serverError)")
            #expect(outcome.text == "No: \(serverError).", "\(call.name)")
            #expect(outcome.user == nil)
            if !isTokenLogIn { #expect(try device.stored == stored) }
        }
    }

    @Test func supportsErrorHandlingOfExistingApps() throws {
        let device = Device()
        let id = device.server.add("ada")
        device.launch()
        device.server.failNext(.rejects(.wrongToken))
        do {
            try KiiUser.authenticate(withTokenSynchronous: device.server.token(of: id))
            Issue.record("The token was accepted.")
        } catch let error as NSError {
            #expect(error.code == KiiSDK.KiiError.codeInvalidAccessToken())
            #expect(error.userInfo["description"] as! String == "No: WRONG_TOKEN.")
            #expect(error.userInfo["server_code"] as! String == "WRONG_TOKEN")
            #expect(error.userInfo["server_message"] as! String == "No: WRONG_TOKEN.")
            #expect(error.userInfo["http_status"] as! Int == 403)
            #expect(error.userInfo["http_status"] as! NSNumber == 403)
        }
    }

    @Test(arguments: [("", "text/plain"), ("<html>", "text/html"), ("{}", "application/json")])
    func returns202ForForeignServer(body: String, type: String) async throws {
        let device = Device()
        device.launch()
        device.server.failNext(.responds(404, body, type: type))
        let outcome = await KiiCall.logIn().outcome(.async)
        #expect(outcome.error?.code == 202)
        #expect(outcome.error?.kiiHttpStatus() == 404)
        #expect(outcome.text?.contains("Check the server’s URL.") == true)
    }

    @Test func returnsRetryInterval() async throws {
        let device = Device()
        device.launch()
        device.server.failNext(.rateLimits(seconds: 17))
        let error = await KiiCall.logIn().outcome(.async).error
        #expect(error?.code == 103)
        #expect(error?.kiiHttpStatus() == 429)
        #expect(error?.userInfo["retry_after"] as? Int == 17)
    }
}
