/// A step of a sign-up as it can be stored, for an app whose process may end between two steps.
///
/// It holds what continues the sign-up and the person's address: keep it where nobody else can read it, and only as long
/// as the sign-up lasts. Printing it shows neither.
public struct SavedSignUp: Sendable, Hashable, Codable {
    enum Step: Sendable, Hashable, Codable {
        case code(NativePlace, CodeDelivery)
        case password(NativePlace)
        case attributes(NativePlace, [RequiredAttribute])
        case completed(NativePlace)
    }

    let step: Step

    /// Where the flow stands.
    var place: NativePlace {
        switch step {
        case .code(let place, _), .password(let place), .attributes(let place, _), .completed(let place): place
        }
    }

    init(_ step: Step) {
        self.step = step
    }
}
