import Foundation
import GatehouseTestSupport
import KiiSDK
import Testing

/// Values that are rejected without a request.
@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct InputValidationTests {
    /// Makes calls with a logged-in user and counts the requests.
    private func check(
        _ style: CallStyle,
        _ calls: (KiiUser) -> [(KiiCall, code: Int)],
        refused: Bool = true
    ) async throws {
        let device = Device()
        device.server.add("ada")
        device.launch()
        let user = try await KiiUser.authenticate("ada", withPassword: "analytical")
        for (call, code) in calls(user) {
            let count = device.server.requests.count
            device.server.failNext(.isDown)
            let outcome = await call.outcome(style)
            #expect(outcome.error?.code == (refused ? code : 201), "\(call.name)")
            #expect(device.server.requests.count == (refused ? count : count + 1), "\(call.name)")
            device.server.clearFaults()
        }
    }

    @Test(arguments: CallStyle.allCases) func rejectsInvalidIdentifiersWithoutRequest(style: CallStyle) async throws {
        try await check(style) { user in
            let wrongNames = ["ab", String(repeating: "a", count: 65), "a b", "a@b", "\u{e4}da", ""]
            let wrongEmails = ["", "ada", "@example.com", "ada@", "a@b@c", "a da@example.com"]
            let wrongPhones = [
                "", "+123456", "123456", "+8190-1234", String(repeating: "1", count: 21), "++81901234",
            ]
            var calls: [(KiiCall, code: Int)] = []
            for name in wrongNames {
                calls.append((.register { KiiUser(username: name, andPassword: "analytical") }, 307))
                calls.append((.find(username: name), 307))
            }
            for email in wrongEmails {
                calls.append((.register { KiiUser(emailAddress: email, andPassword: "analytical") }, 305))
                calls += [(.find(email: email), 305), (.changeEmail(user, email), 305)]
            }
            for phone in wrongPhones {
                calls.append((.register { KiiUser(phoneNumber: phone, andPassword: "analytical") }, 308))
                calls += [(.find(phone: phone), 308), (.changePhone(user, phone), 308)]
            }
            for phone in ["123456", "+8190123456", "090-1234-5678", ""] {
                calls.append((.logInLocally(phone, "JP"), 316))
                calls.append(
                    (
                        .register {
                            KiiUserBuilder(localPhoneNumber: phone, country: "JP", password: "analytical").build()
                        }, 316
                    )
                )
            }
            for name in ["", "a b", "ab", "a@"] {
                calls += [(.logIn(name), 313), (.reset(name), 313), (.reset(name, .EMAIL), 313)]
                calls.append((.completeReset(of: name, pinCode: "1234", password: "analytical2"), 313))
            }
            return calls
        }
    }

    @Test(arguments: CallStyle.allCases) func rejectsInvalidFieldsWithoutRequest(style: CallStyle) async throws {
        try await check(style) { user in
            var calls: [(KiiCall, code: Int)] = []
            for country in ["jp", "J", "JPN", "\u{65e5}"] {
                calls.append((.logInLocally("09012345678", country), 315))
                calls.append((.update(user) { Self.fields(country: country) }, 315))
                calls.append((.registerPseudoUser { Self.fields(country: country) }, 315))
            }
            for name in ["", String(repeating: "n", count: 51)] {
                calls.append((.update(user) { Self.fields(displayName: name) }, 310))
                calls.append((.registerPseudoUser { Self.fields(displayName: name) }, 310))
                calls.append(
                    (
                        .register {
                            let user = KiiUser(username: "grace", andPassword: "analytical")
                            user.displayName = name
                            return user
                        }, 310
                    )
                )
            }
            return calls
        }
    }

    @Test(arguments: CallStyle.allCases) func rejectsInvalidSecretsWithoutRequest(style: CallStyle) async throws {
        try await check(style) { user in
            let wrongPasswords = ["", "abc", String(repeating: "a", count: 51), "pass\u{e9}", "tab\there"]
            var calls: [(KiiCall, code: Int)] = []
            for password in wrongPasswords {
                calls.append((.register { KiiUser(username: "grace", andPassword: password) }, 304))
                calls.append((.updatePassword(user, from: "analytical", to: password), 304))
                calls.append((.completeReset(of: "ada@example.com", pinCode: "1234", password: password), 304))
            }
            calls += [
                (.logIn("ada", ""), 304), (.logInLocally("09012345678", ""), 326),
                (.completeReset(of: "ada@example.com", pinCode: "1234", password: nil), 342),
                (.completeReset(of: "ada@example.com", pinCode: "", password: "analytical2"), 341),
                (.updatePassword(user, from: "analytical", to: "analytical"), 343),
                (.updatePassword(user, from: "", to: "analytical"), 304), (.verifyPhone(user, ""), 309),
            ]
            return calls
        }
    }

    @Test(arguments: CallStyle.allCases) func sendsValidInput(style: CallStyle) async throws {
        try await check(
            style,
            { user in
                let names = ["a-b", "A_.", String(repeating: "a", count: 64), "123"]
                let phones = ["+8190123", "8190123", "+" + String(repeating: "1", count: 20)]
                let passwords = ["abcd", String(repeating: " ", count: 50), "~!@#"]
                var calls: [(KiiCall, code: Int)] = []
                for name in names {
                    calls.append((.register { KiiUser(username: name, andPassword: "analytical") }, 0))
                    calls += [(.find(username: name), 0), (.logIn(name), 0)]
                }
                for email in ["a@b", "ada+x@example.co.jp"] {
                    calls.append((.register { KiiUser(emailAddress: email, andPassword: "analytical") }, 0))
                    calls += [(.changeEmail(user, email), 0), (.logIn(email), 0), (.reset(email), 0)]
                }
                for phone in phones {
                    calls.append((.register { KiiUser(phoneNumber: phone, andPassword: "analytical") }, 0))
                    calls += [(.changePhone(user, phone), 0), (.logIn(phone), 0), (.reset(phone, .SMS), 0)]
                }
                for password in passwords {
                    calls.append((.register { KiiUser(username: "grace", andPassword: password) }, 0))
                    calls.append((.updatePassword(user, from: "x", to: password), 0))
                }
                // Passwords accepted by another channel are valid here too.
                calls += [(.logIn("ada", "pass\u{e9}"), 0), (.logIn("ada", String(repeating: "p", count: 128)), 0)]
                calls += [(.logInLocally("0901234", "JP"), 0), (.reset("f0e1-user-id"), 0)]
                calls.append((.update(user) { Self.fields(displayName: "\u{6c34}", country: "JP") }, 0))
                return calls
            },
            refused: false
        )
    }

    private static func fields(displayName: String? = nil, country: String? = nil) -> KiiUserFields {
        let fields = KiiUserFields()
        fields.displayName = displayName
        fields.country = country
        return fields
    }
}
