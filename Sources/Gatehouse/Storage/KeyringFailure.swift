/// Why the keyring did not do what it was asked.
enum KeyringFailure: Error, Hashable {
    /// There is none here.
    case absent(String)
    /// The person has to unlock it first.
    case locked(String)
    /// It did not answer in time, or with an error.
    case failed(String)

    var reason: String {
        switch self {
        case .absent(let reason), .locked(let reason), .failed(let reason): reason
        }
    }
}
