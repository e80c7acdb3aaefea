import Dispatch
import Foundation
import GatehouseTesting
import MSAL

/// What a delegate was told, as a value.
struct Heard: Sendable {
    /// The method without its parameters.
    var method: String
    var error: MSALNativeAuthError?
    /// The state that came with it, whatever its class.
    var state: any NSObject & Sendable = NSNull()
    var sentTo: String?
    var channel: MSALNativeAuthChannelType?
    var codeLength: Int?
    var attributes: [MSALNativeAuthRequiredAttribute] = []
    var attributeNames: [String] = []
    var account: MSALNativeAuthUserAccountResult?
    var tokens: MSALNativeAuthTokenResult?
    var isOnMainActor = MainQueue.isCurrent

    /// The properties of the error that are true.
    var flags: Set<String> {
        var flags: Set<String> = []
        func note(_ name: String, _ isSet: Bool) { if isSet { flags.insert(name) } }
        switch error {
        case let error as SignUpStartError:
            note("isBrowserRequired", error.isBrowserRequired)
            note("isUserAlreadyExists", error.isUserAlreadyExists)
            note("isInvalidPassword", error.isInvalidPassword)
            note("isInvalidUsername", error.isInvalidUsername)
        case let error as SignInStartError:
            note("isBrowserRequired", error.isBrowserRequired)
            note("isUserNotFound", error.isUserNotFound)
            note("isInvalidCredentials", error.isInvalidCredentials)
            note("isInvalidUsername", error.isInvalidUsername)
            note("isMFARequired", error.isMFARequired)
        case let error as ResetPasswordStartError:
            note("isBrowserRequired", error.isBrowserRequired)
            note("isUserDoesNotHavePassword", error.isUserDoesNotHavePassword)
            note("isUserNotFound", error.isUserNotFound)
            note("isInvalidUsername", error.isInvalidUsername)
        case let error as VerifyCodeError:
            note("isBrowserRequired", error.isBrowserRequired)
            note("isInvalidCode", error.isInvalidCode)
            note("isMFARequired", error.isMFARequired)
        case let error as PasswordRequiredError:
            note("isBrowserRequired", error.isBrowserRequired)
            note("isInvalidPassword", error.isInvalidPassword)
            note("isMFARequired", error.isMFARequired)
        case let error as RetrieveAccessTokenError:
            note("isBrowserRequired", error.isBrowserRequired)
            note("isRefreshTokenExpired", error.isRefreshTokenExpired)
            note("isInvalidScope", error.isInvalidScope)
            note("isMFARequired", error.isMFARequired)
        case let error as MSALNativeAuthGenericError:
            note("isBrowserRequired", error.isBrowserRequired)
            note("isMFARequired", (error as? SignInAfterSignUpError)?.isMFARequired ?? false)
            note("isMFARequired", (error as? SignInAfterResetPasswordError)?.isMFARequired ?? false)
        default: break
        }
        return flags
    }

    /// The state, when it is of that class.
    func state<State: NSObject>(_ type: State.Type = State.self) -> State? { state as? State }
    var hasState: Bool { !(state is NSNull) }

    /// The same, once its error stands in the trace of the run.
    var traced: Self {
        if let error { TestTrace.run?.print(error) }
        return self
    }
}

/// A delegate of everything.
typealias EveryDelegate = SignUpStartDelegate & SignUpVerifyCodeDelegate & SignUpResendCodeDelegate
    & SignUpPasswordRequiredDelegate & SignUpAttributesRequiredDelegate & SignInStartDelegate
    & SignInPasswordRequiredDelegate & SignInVerifyCodeDelegate & SignInResendCodeDelegate & SignInAfterSignUpDelegate
    & SignInAfterResetPasswordDelegate & ResetPasswordStartDelegate & ResetPasswordVerifyCodeDelegate
    & ResetPasswordResendCodeDelegate & ResetPasswordRequiredDelegate & CredentialsDelegate

extension Heard {
    /// What a delegate with every method hears of a call; one that hears of it twice ends the process.
    static func of(_ call: @escaping (any EveryDelegate) -> Void) async -> Heard {
        await withCheckedContinuation { continuation in call(Listener { continuation.resume(returning: $0.traced) }) }
    }

    /// What a delegate with the required methods alone hears of a call.
    static func withoutOptionalMethods(_ call: @escaping (any EveryDelegate) -> Void) async -> Heard {
        await withCheckedContinuation { continuation in
            call(HardOfHearing { continuation.resume(returning: $0.traced) })
        }
    }
}

/// The queue that the main actor runs on; which thread serves it differs between platforms.
private enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
