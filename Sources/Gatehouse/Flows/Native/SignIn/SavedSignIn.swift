/// A step of a sign-in as it can be stored, for an app whose process may end between two steps.
///
/// It holds what continues the sign-in and the person's address: keep it where nobody else can read it, and only as long
/// as the sign-in lasts. Printing it shows neither.
public struct SavedSignIn: Sendable, Hashable, Codable {
    enum Step: Sendable, Hashable, Codable {
        case code(NativePlace, TokenWish, CodeDelivery)
        case password(NativePlace, TokenWish)
    }

    let step: Step

    init(_ step: Step) {
        self.step = step
    }
}
