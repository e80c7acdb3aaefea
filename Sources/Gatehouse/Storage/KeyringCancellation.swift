/// Ends what waits for the keyring, from any thread.
final class KeyringCancellation: Sendable {
    private let library: SecretLibrary
    /// An address, because a pointer does not cross threads; what is there may.
    private let address: UInt

    init(_ library: SecretLibrary) {
        self.library = library
        address = unsafe UInt(bitPattern: library.g_cancellable_new())
    }

    deinit {
        if let object = unsafe object { unsafe library.g_object_unref(object) }
    }

    /// What the library's functions take; valid as long as this object.
    var object: SecretLibrary.Object? { unsafe SecretLibrary.Object(bitPattern: address) }

    func cancel() {
        if let object = unsafe object { unsafe library.g_cancellable_cancel(object) }
    }
}
