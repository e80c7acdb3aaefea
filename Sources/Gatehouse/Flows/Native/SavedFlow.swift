package import Foundation

/// A step of a sign-up in a storable form, for apps whose process may end between two steps.
///
/// It contains the continuation token and the user's address: store it privately, and only as long as the sign-up
/// lasts. Printing it shows neither.
public struct SavedSignUp: Sendable, Hashable, Codable {
    enum Step: Sendable, Hashable, Codable {
        case code(NativeFlowPosition, CodeDelivery)
        case password(NativeFlowPosition)
        case attributes(NativeFlowPosition, [RequiredAttribute])
        case completed(NativeFlowPosition)
    }

    let step: Step

    /// The position of the flow.
    var position: NativeFlowPosition {
        switch step {
        case .code(let position, _), .password(let position), .attributes(let position, _), .completed(let position):
            position
        }
    }

    init(_ step: Step) {
        self.step = step
    }
}

/// A step of a sign-in in a storable form, for apps whose process may end between two steps.
///
/// It contains the continuation token and the user's address: store it privately, and only as long as the sign-in
/// lasts. Printing it shows neither.
public struct SavedSignIn: Sendable, Hashable, Codable {
    enum Step: Sendable, Hashable, Codable {
        case code(NativeFlowPosition, AccessTokenRequest, CodeDelivery)
        case password(NativeFlowPosition, AccessTokenRequest)
    }

    let step: Step

    init(_ step: Step) {
        self.step = step
    }
}

/// A step of a password reset in a storable form, for apps whose process may end between two steps.
///
/// It contains the continuation token and the user's address: store it privately, and only as long as the reset lasts.
/// Printing it shows neither.
public struct SavedPasswordReset: Sendable, Hashable, Codable {
    enum Step: Sendable, Hashable, Codable {
        case code(NativeFlowPosition, CodeDelivery)
        case password(NativeFlowPosition)
        case completed(NativeFlowPosition)
    }

    let step: Step

    init(_ step: Step) {
        self.step = step
    }
}

/// An unfinished native sign-up, stored with the sessions in case the app's process ends.
package struct PendingSignUp: Sendable, Hashable, Codable {
    /// The current step.
    package var saved: SavedSignUp
    /// The expiration, by the server's clock.
    package var deadline: Date
}
