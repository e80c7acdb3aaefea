import Foundation
import GatehouseWire
import HTTPTypes
import KiiSDK
import Testing

extension Facade {
    /// What each refusal of the server becomes, call by call.
    @Suite struct RefusalTests {
        /// A refusal, and its code for calls that have none of their own.
        private static let usual: [(KiiErrorCode, Int)] = [
            (.passwordTooShort, 304), (.invalidAccountStatus, 329), (.invalidJSON, 204), (.missingData, 204),
            (.noAccountProvided, 204), (.wrongPassword, 302), (.authenticationFailed, 302), (.wrongToken, 301),
            (.wrongRefreshToken, 330), (.appNotFound, 102), (.appDisabled, 102), (.userAddressNotFound, 329),
            (.userAlreadyExists, 503), (.operationNotAllowed, 329), (.invalidStatus, 329), (.pinCodeExpired, 344),
            (.phoneVerificationCodeExpired, 309), (.tooManyRequests, 103), (.undefinedError, 103),
            (.temporarilyUnavailable, 103),
        ]

        /// What is not the same for every call.
        private static let own: [(call: String, KiiErrorCode, Int)] = [
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

        @Test(arguments: Form.allCases)
        func everyRefusalHasItsCode(form: Form) async throws {
            let device = Device()
            device.launch()
            // A pseudo user may do less, a normal one may not become one: each call is made by one who may.
            let pseudo = try await KiiUser.registerAsPseudoUser(with: nil)
            let identity = try #require(KiiCall.everything(pseudo).first { $0.name == "putIdentity" })
            try await check(identity, form, device)
            device.server.add("ada")
            let user = try await KiiUser.authenticate("ada", withPassword: "analytical")
            for call in KiiCall.everything(user) where call.name != "putIdentity" {
                try await check(call, form, device)
            }
            #expect(KiiUser.current() === user)
        }

        private func check(_ call: KiiCall, _ form: Form, _ device: Device) async throws {
            let exceptions = Self.own.filter { $0.call == call.name }
            let usual = Self.usual.filter { row in !exceptions.contains { $0.1 == row.0 } }
            let isTokenLogIn = call.name.hasPrefix("token")
            for (refusal, code) in exceptions.map({ ($0.1, $0.2) }) + usual {
                // Where there is a refresh token, a refused token is renewed first.
                if call.name == "tokens", refusal == .wrongToken || refusal.status == .unauthorized { continue }
                device.server.failNext(.refuses(refusal))
                let stored = try device.stored
                let heard = await call.outcome(form)
                #expect(heard.error?.code == code, "\(call.name) \(refusal)")
                #expect(heard.error?.domain == KiiSDK.KiiError.errorDomain)
                #expect(heard.error?.kiiErrorSummary() == refusal.rawValue, "\(call.name)")
                #expect(heard.error?.kiiErrorMessage() == "No: \(refusal).", "\(call.name)")
                #expect(heard.error?.kiiHttpStatus() == refusal.status.code, "\(call.name) \(refusal)")
                #expect(heard.text == "No: \(refusal).", "\(call.name)")
                #expect(heard.user == nil)
                if !isTokenLogIn { #expect(try device.stored == stored) }
            }
        }

        @Test func theSnippetsOfAppsReadEveryRefusal() throws {
            let device = Device()
            let id = device.server.add("ada")
            device.launch()
            device.server.failNext(.refuses(.wrongToken))
            do {
                try KiiUser.authenticate(withTokenSynchronous: device.server.token(of: id))
                Issue.record("The token was taken.")
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
        func anotherServerIs202(body: String, type: String) async throws {
            let device = Device()
            device.launch()
            device.server.failNext(.answers(404, body, type: type))
            let heard = await KiiCall.logIn().outcome(.async)
            #expect(heard.error?.code == 202)
            #expect(heard.error?.kiiHttpStatus() == 404)
            #expect(heard.text?.contains("Check the URL") == true)
        }

        @Test func aServerThatAsksForAPauseSaysHowLong() async throws {
            let device = Device()
            device.launch()
            device.server.failNext(.pauses(seconds: 17))
            let error = await KiiCall.logIn().outcome(.async).error
            #expect(error?.code == 103)
            #expect(error?.kiiHttpStatus() == 429)
            #expect(error?.userInfo["retry_after"] as? Int == 17)
        }
    }
}
