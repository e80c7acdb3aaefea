extension SignedOutReason {
    /// Whether the server has said so.
    var isByServer: Bool {
        switch self {
        case .refused, .interruptedRefresh: true
        case .notSignedIn, .requested, .elsewhere: false
        }
    }

    /// How it stands in the store; a later version may add names that this one does not know.
    var stored: String? {
        switch self {
        case .notSignedIn: nil
        case .requested: "requested"
        case .refused(let code): "refused " + code
        case .interruptedRefresh: "interruptedRefresh"
        case .elsewhere: "elsewhere"
        }
    }

    /// Reads a name; `nil` for one that this version does not know.
    init?(stored: String) {
        switch stored.split(separator: " ", maxSplits: 1).map(String.init) {
        case ["requested"]: self = .requested
        case ["interruptedRefresh"]: self = .interruptedRefresh
        case ["elsewhere"]: self = .elsewhere
        case let words where words.first == "refused": self = .refused(words.count > 1 ? words[1] : "")
        default: return nil
        }
    }
}
