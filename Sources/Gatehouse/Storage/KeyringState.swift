/// Whether the person's keyring can keep a key now.
public enum KeyringState: Sendable, Hashable {
    /// It answers and is open.
    case ready
    /// It answers, but the person has to unlock it first.
    case locked
    /// There is none that answers; the text says why, for logs.
    case absent(String)
}
