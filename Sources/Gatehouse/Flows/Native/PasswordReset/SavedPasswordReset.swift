/// A step of a password reset as it can be stored, for an app whose process may end between two steps.
///
/// It holds what continues the reset and the person's address: keep it where nobody else can read it, and only as long
/// as the reset lasts. Printing it shows neither.
public struct SavedPasswordReset: Sendable, Hashable, Codable {
    enum Step: Sendable, Hashable, Codable {
        case code(NativePlace, CodeDelivery)
        case password(NativePlace)
        case completed(NativePlace)
    }

    let step: Step

    init(_ step: Step) {
        self.step = step
    }
}
