import Dispatch
import Foundation
import GatehouseTesting
import MSAL

/// A delegate call as a value.
struct DelegateCall: Sendable {
    /// The name of the method without its parameters.
    var method: String
    var error: MSALNativeAuthError?
    /// The state argument, of any class.
    var state: any NSObject & Sendable = NSNull()
    var sentTo: String?
    var channel: MSALNativeAuthChannelType?
    var codeLength: Int?
    var attributes: [MSALNativeAuthRequiredAttribute] = []
    var attributeNames: [String] = []
    var authMethods: [MSALAuthMethod] = []
    var account: MSALNativeAuthUserAccountResult?
    var tokens: MSALNativeAuthTokenResult?
    var isOnMainActor = MainQueue.isCurrent

    /// The names of the error's properties that are `true`, except `isGeneralError`.
    var flags: Set<String> {
        var flags: Set<String> = []
        func insert(_ name: String, _ isSet: Bool) { if isSet { flags.insert(name) } }
        insert("isBrowserRequired", error?.isBrowserRequired == true)
        switch error {
        case let error as SignUpStartError:
            insert("isUserAlreadyExists", error.isUserAlreadyExists)
            insert("isInvalidPassword", error.isInvalidPassword)
            insert("isInvalidUsername", error.isInvalidUsername)
        case let error as SignInStartError:
            insert("isUserNotFound", error.isUserNotFound)
            insert("isInvalidCredentials", error.isInvalidCredentials)
            insert("isInvalidUsername", error.isInvalidUsername)
        case let error as ResetPasswordStartError:
            insert("isUserDoesNotHavePassword", error.isUserDoesNotHavePassword)
            insert("isUserNotFound", error.isUserNotFound)
            insert("isInvalidUsername", error.isInvalidUsername)
        case let error as VerifyCodeError:
            insert("isInvalidCode", error.isInvalidCode)
        case let error as PasswordRequiredError:
            insert("isInvalidPassword", error.isInvalidPassword)
        case let error as RetrieveAccessTokenError:
            insert("isRefreshTokenExpired", error.isRefreshTokenExpired)
            insert("isInvalidScope", error.isInvalidScope)
            insert("isMFARequired", error.isMFARequired)
        case let error as MFARequestChallengeError:
            insert("isAuthMethodBlocked", error.isAuthMethodBlocked)
        case let error as MFASubmitChallengeError:
            insert("isInvalidChallenge", error.isInvalidChallenge)
        case let error as RegisterStrongAuthChallengeError:
            insert("isInvalidInput", error.isInvalidInput)
            insert("isVerificationContactBlocked", error.isVerificationContactBlocked)
        case let error as RegisterStrongAuthSubmitChallengeError:
            insert("isInvalidChallenge", error.isInvalidChallenge)
        default: break
        }
        return flags
    }

    /// Returns the state if it is of that class.
    func state<State: NSObject>(_ type: State.Type = State.self) -> State? { state as? State }
    var hasState: Bool { !(state is NSNull) }

    /// The same value, after printing its error to the trace.
    var traced: Self {
        if let error { TestTrace.run?.print(error) }
        return self
    }
}

/// A delegate of every call.
typealias EveryDelegate = SignUpStartDelegate & SignUpVerifyCodeDelegate & SignUpResendCodeDelegate
    & SignUpPasswordRequiredDelegate & SignUpAttributesRequiredDelegate & SignInStartDelegate
    & SignInPasswordRequiredDelegate & SignInVerifyCodeDelegate & SignInResendCodeDelegate & SignInAfterSignUpDelegate
    & SignInAfterResetPasswordDelegate & ResetPasswordStartDelegate & ResetPasswordVerifyCodeDelegate
    & ResetPasswordResendCodeDelegate & ResetPasswordRequiredDelegate & CredentialsDelegate
    & MFARequestChallengeDelegate & MFASubmitChallengeDelegate & RegisterStrongAuthChallengeDelegate
    & RegisterStrongAuthSubmitChallengeDelegate

extension DelegateCall {
    /// Makes a call with a delegate that implements every method; a second delegate call terminates the process.
    static func from(_ call: @escaping (any EveryDelegate) -> Void) async -> DelegateCall {
        await withCheckedContinuation { continuation in
            call(RecordingDelegate { continuation.resume(returning: $0.traced) })
        }
    }

    /// Makes a call with a delegate that implements only the required methods.
    static func withoutOptionalMethods(_ call: @escaping (any EveryDelegate) -> Void) async -> DelegateCall {
        await withCheckedContinuation { continuation in
            call(RequiredMethodsDelegate { continuation.resume(returning: $0.traced) })
        }
    }
}

/// Detects the main queue, on which the main actor runs; its thread differs between platforms.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
