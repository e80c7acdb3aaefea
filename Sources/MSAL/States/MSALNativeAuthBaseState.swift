public import Foundation

/// A state of a flow.
///
/// Its methods are the possible next steps.
///
/// States are immutable. After a user's mistake the same state can be used again. The class is isolated to the main
/// actor because the compiler checks no other open class for `Sendable`; its members may be used on any thread.
@preconcurrency @MainActor
public class MSALNativeAuthBaseState: NSObject {
    nonisolated let app: NativeAuthContext
    nonisolated let correlationID: UUID

    nonisolated init(_ app: NativeAuthContext, _ correlationID: UUID) {
        self.app = app
        self.correlationID = correlationID
        super.init()
    }
}

/// A state of a sign-up.
public class SignUpBaseState: MSALNativeAuthBaseState {}

/// A state of a sign-in.
public class SignInBaseState: MSALNativeAuthBaseState {}

/// A state of a second factor.
public class MFABaseState: MSALNativeAuthBaseState {}

/// A state of the registration of a second factor.
public class RegisterStrongAuthBaseState: MSALNativeAuthBaseState {}

/// The end of a flow, after which the user can be signed in.
///
/// The class is isolated to the main actor because the compiler checks no other open class for `Sendable`; its members
/// may be used on any thread.
@preconcurrency @MainActor
public class SignInAfterPreviousFlowBaseState: NSObject {
    nonisolated let app: NativeAuthContext
    nonisolated let correlationID: UUID

    nonisolated init(_ app: NativeAuthContext, _ correlationID: UUID) {
        self.app = app
        self.correlationID = correlationID
        super.init()
    }
}

/// A state of a password reset.
public class ResetPasswordBaseState: MSALNativeAuthBaseState {}
