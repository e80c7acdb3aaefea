import Gatehouse
import GatehouseConcurrency

/// A flow that awaits the code sent to the user.
public nonisolated final class MSALNativeAuthCodeRequiredState: MSALNativeAuthState {
    private let step: CodeStep
    /// The masked address that the code was sent to.
    public let sentTo: String
    /// The type of the address.
    public let channel: MSALNativeAuthChannelType
    /// The number of digits of the code.
    public let codeLength: Int

    init(_ flow: NativeFlow, _ step: CodeStep) {
        let delivery = MSALNativeAuthCodeDelivery(step.delivery)
        self.step = step
        sentTo = delivery.sentTo
        channel = delivery.channelTargetType
        codeLength = delivery.codeLength
        super.init(flow)
    }

    /// Submits the code that the user entered.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - delegate: The delegate to notify, called once.
    public func submitCode(_ code: String, delegate: any MSALNativeAuthFlowDelegate) {
        run(for: delegate) { [step] () throws(AuthError) in try await step.submit(code) }
    }

    /// Requests another code, which replaces the previous one.
    ///
    /// - Parameter delegate: The delegate to notify, called once: with a new state of this class.
    public func resendCode(delegate: any MSALNativeAuthFlowDelegate) {
        run(for: delegate) { [step] () throws(AuthError) in try await step.resend() }
    }
}

/// A sign-in that awaits the user's password, or a sign-up that awaits a new one.
public nonisolated final class MSALNativeAuthPasswordRequiredState: MSALNativeAuthState {
    private let step: PasswordStep

    init(_ flow: NativeFlow, _ step: PasswordStep) {
        self.step = step
        super.init(flow)
    }

    /// Submits the password that the user entered.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - delegate: The delegate to notify, called once.
    public func submitPassword(_ password: String, delegate: any MSALNativeAuthFlowDelegate) {
        run(for: delegate) { [step] () throws(AuthError) in try await step.submit(password) }
    }
}

/// A password reset that awaits the new password.
public nonisolated final class MSALNativeAuthNewPasswordRequiredState: MSALNativeAuthState {
    /// The step, with the newest continuation token after a rejection while polling.
    private let step: Mutex<PasswordResetPasswordStep>

    init(_ flow: NativeFlow, _ step: PasswordResetPasswordStep) {
        self.step = Mutex(step)
        super.init(flow)
    }

    /// Submits the new password and waits until the server has applied it.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - delegate: The delegate to notify, called once.
    public func submitNewPassword(_ password: String, delegate: any MSALNativeAuthFlowDelegate) {
        run(for: delegate) { [self] () throws(AuthError) in
            let current = step.withLock { $0 }
            do throws(AuthError) {
                return .passwordReset(try await current.submit(password))
            } catch {
                if let next = current.after(error) { step.withLock { $0 = next } }
                throw error
            }
        }
    }
}
