/// How one file is protected.
enum Seal: Sendable {
    /// Where the key of a sealed file is kept, as its header says it.
    enum Place: String, Sendable, Codable {
        case secretService = "secret-service"
        case keyFile = "key-file"
    }

    /// By its mode alone.
    case none
    case key(StoreKey, in: Place)

    /// Whether this is what an app has asked for by name.
    func isWhat(_ protection: FileTokenStore.Protection) -> Bool {
        switch (self, protection.place) {
        case (.none, .plaintext), (.key(_, in: .secretService), .secretService), (.key(_, in: .keyFile), .keyFile): true
        default: false
        }
    }
}
