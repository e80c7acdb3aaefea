import Gatehouse

/// A state that can be stored, for an app whose process may end between two steps.
///
/// An addition to Microsoft's API.
///
/// It contains the credential that continues the flow and the user's address. Store it where only the app can read it,
/// and no longer than the flow lasts. Its description shows neither.
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
