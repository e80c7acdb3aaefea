import Foundation
import LoginWithAmazon
import Testing

/// The constants have the values that the Objective-C header repeats.
@Suite struct ConstantTests {
    private static let strings = [
        "AMZNUserIDKey": AMZNUserIDKey,
        "AMZNUserNameKey": AMZNUserNameKey,
        "AMZNUserEmailKey": AMZNUserEmailKey,
        "AMZNUserPostalCodeKey": AMZNUserPostalCodeKey,
        "kAMZNLWAErrorDomain": kAMZNLWAErrorDomain,
        "kAMZNLWAErrorTimeUntilNextRetryAttempt": kAMZNLWAErrorTimeUntilNextRetryAttempt,
        "kAMZNLWAForceRefresh": kAMZNLWAForceRefresh,
        "kAMZNLWAOptionSandboxMode": kAMZNLWAOptionSandboxMode,
        "kAMZNLWAOptionScopeData": kAMZNLWAOptionScopeData,
        "kAMZNLWAOptionReturnAuthCode": kAMZNLWAOptionReturnAuthCode,
        "kAMZNLWAOptionCodeChallenge": kAMZNLWAOptionCodeChallenge,
        "kAMZNLWAOptionCodeChallengeMethod": kAMZNLWAOptionCodeChallengeMethod,
        "AIErrorDomain": AIErrorDomain,
        "kForceRefresh": kForceRefresh,
        "kAIOptionSandboxMode": kAIOptionSandboxMode,
        "kAIOptionScopeData": kAIOptionScopeData,
        "kAIOptionReturnAuthCode": kAIOptionReturnAuthCode,
        "kAIOptionCodeChallenge": kAIOptionCodeChallenge,
        "kAIOptionCodeChallengeMethod": kAIOptionCodeChallengeMethod,
    ]
    private static let codes = [
        "kAMZNLWANoError": kAMZNLWANoError,
        "kAMZNLWAApplicationNotAuthorized": kAMZNLWAApplicationNotAuthorized,
        "kAMZNLWAServerError": kAMZNLWAServerError,
        "kAMZNLWAErrorUserInterrupted": kAMZNLWAErrorUserInterrupted,
        "kAMZNLWAAccessDenied": kAMZNLWAAccessDenied,
        "kAMZNLWADeviceError": kAMZNLWADeviceError,
        "kAMZNLWAInvalidInput": kAMZNLWAInvalidInput,
        "kAMZNLWANetworkError": kAMZNLWANetworkError,
        "kAMZNLWAUnauthorizedClient": kAMZNLWAUnauthorizedClient,
        "kAMZNLWAInternalError": kAMZNLWAInternalError,
        "kAMZNLWAVersionDenied": kAMZNLWAVersionDenied,
        "kAINoError": kAINoError,
        "kAIApplicationNotAuthorized": kAIApplicationNotAuthorized,
        "kAIServerError": kAIServerError,
        "kAIErrorUserInterrupted": kAIErrorUserInterrupted,
        "kAIAccessDenied": kAIAccessDenied,
        "kAIDeviceError": kAIDeviceError,
        "kAIInvalidInput": kAIInvalidInput,
        "kAINetworkError": kAINetworkError,
        "kAIUnauthorizedClient": kAIUnauthorizedClient,
        "kAIInternalError": kAIInternalError,
        "kAIVersionDenied": kAIVersionDenied,
    ]

    @Test func haveValuesOfObjectiveCHeader() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let list = tests.appending(path: "ObjectiveC/Names/LoginWithAmazon.txt")
        let names = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
        let declared =
            Self.strings.map { "const \($0.key) = \"\($0.value)\"" }
            + Self.codes.map { "const \($0.key) = \($0.value)" }
        #expect(Set(declared) == Set(names.filter { $0.hasPrefix("const ") }))
    }
}
