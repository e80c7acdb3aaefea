#if canImport(LocalAuthentication) && !os(tvOS)
import Foundation
import LocalAuthentication

/// A confirmation by Face ID, Touch ID, Optic ID, the passcode or the password of the device.
///
/// An app that uses Face ID needs the key `NSFaceIDUsageDescription` in its `Info.plist`.
public struct DeviceOwnerAuthentication: UserPresence {
    /// The proofs that are accepted.
    public enum Proof: Sendable, Hashable {
        /// Biometrics, or the passcode if they fail or are not set up.
        case biometricsOrPasscode
        #if !os(watchOS)
        /// Biometrics only.
        case biometrics
        #endif
    }

    private let proof: Proof

    /// Creates a confirmation.
    ///
    /// - Parameter proof: The proofs that are accepted.
    public init(_ proof: Proof = .biometricsOrPasscode) {
        self.proof = proof
    }

    /// Asks the user to confirm being present.
    ///
    /// - Parameter reason: The reason that the user sees.
    /// - Throws: ``AuthError``: `cancelled` if the user or the system cancelled; `storeLocked` if the confirmation
    ///   failed; `interactionRequired` if the device has no passcode or no biometrics.
    public func confirm(reason: String) async throws(AuthError) {
        var failure: (any Error)?
        do {
            if try await LAContext().evaluatePolicy(policy, localizedReason: reason) { return }
        } catch {
            failure = error
        }
        throw Self.error(for: failure)
    }

    private var policy: LAPolicy {
        switch proof {
        case .biometricsOrPasscode: .deviceOwnerAuthentication
        #if !os(watchOS)
        case .biometrics: .deviceOwnerAuthenticationWithBiometrics
        #endif
        }
    }

    private static func error(for failure: (any Error)?) -> AuthError {
        let detail = failure.map { "\($0)" }
        switch (failure as? LAError)?.code {
        case .userCancel?, .systemCancel?, .appCancel?, .userFallback?:
            return AuthError(.cancelled, "The confirmation was cancelled.", underlying: detail)
        case .passcodeNotSet?, .biometryNotAvailable?, .biometryNotEnrolled?:
            return AuthError(
                .interactionRequired,
                "The device cannot confirm that its owner is present. Let the user sign in.",
                recovery: .signInAgain,
                underlying: detail
            )
        default:
            return AuthError(
                .storeLocked,
                "The device did not confirm that its owner is present.",
                recovery: .unlockDevice,
                underlying: detail
            )
        }
    }
}
#endif
