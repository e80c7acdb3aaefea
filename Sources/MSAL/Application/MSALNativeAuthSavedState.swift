import Gatehouse

/// A state as it can be stored, for an app whose process may end between two steps; an addition to Microsoft's API.
///
/// It holds what continues the flow and the person's address: keep it where nobody else can read it, and only as long as the flow
/// lasts. Printing it shows neither.
public struct MSALNativeAuthSavedState: Sendable, Hashable, Codable {
    enum Flow: Sendable, Hashable, Codable {
        case signUp(SavedSignUp)
        case signIn(SavedSignIn)
        case resetPassword(SavedPasswordReset)
    }

    let flow: Flow

    init(_ flow: Flow) {
        self.flow = flow
    }
}
