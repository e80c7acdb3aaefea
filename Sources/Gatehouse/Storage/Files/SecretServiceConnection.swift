import GatehouseConcurrency

/// A connection to the Secret Service, used on the thread that opened it.
///
/// Only ``unlock()`` shows a password prompt; other calls skip locked items.
@safe struct SecretServiceConnection: ~Copyable {
    private typealias Object = LibSecret.Object

    /// The alias of the default keyring, which receives new items.
    private static let collection = "default"
    private static let openSession: Int32 = 1 << 1
    private static let searchAll: Int32 = 1 << 1
    private static let isLockedCode: Int32 = 2

    private let library: LibSecret
    private let cancellable: Object?
    private let context: Object
    private let service: Object

    /// Connects to the bus and the service; the cancellation ends every wait from another thread.
    init(_ library: LibSecret, _ cancellation: KeyringCancellation) throws(KeyringFailure) {
        self.library = library
        unsafe cancellable = cancellation.object
        // A context of its own discards signals of the bus: GLib would exit the process when the bus closes.
        let context = unsafe library.g_main_context_new()
        unsafe library.g_main_context_push_thread_default(context)
        var error: Object?
        guard
            let service = unsafe library.secret_service_open_sync(
                library.secret_service_get_type(),
                nil,
                Self.openSession,
                cancellable,
                &error
            )
        else {
            unsafe library.g_main_context_pop_thread_default(context)
            unsafe library.g_main_context_unref(context)
            throw unsafe Self.failure(library, error)
        }
        unsafe self.context = context
        unsafe self.service = service
    }

    deinit {
        unsafe library.g_object_unref(service)
        unsafe library.g_main_context_pop_thread_default(context)
        unsafe library.g_main_context_unref(context)
    }

    /// Returns whether the default keyring is locked.
    ///
    /// - Throws: `absent` if there is no default keyring.
    func isLocked() throws(KeyringFailure) -> Bool {
        var error: Object?
        let found = unsafe library.secret_collection_for_alias_sync(service, Self.collection, 0, cancellable, &error)
        guard let collection = unsafe found else {
            if let error = unsafe error { throw unsafe Self.failure(library, error) }
            throw .absent("There is no default keyring.")
        }
        defer { unsafe library.g_object_unref(collection) }
        return unsafe library.secret_collection_get_locked(collection) != 0
    }

    /// Shows the prompt to unlock the default keyring; no error if the user declines.
    func unlock() throws(KeyringFailure) {
        var error: Object?
        let found = unsafe library.secret_collection_for_alias_sync(service, Self.collection, 0, cancellable, &error)
        if let error = unsafe error { throw unsafe Self.failure(library, error) }
        guard let collection = unsafe found else { throw .absent("There is no default keyring.") }
        let list = unsafe library.g_list_append(nil, collection)
        _ = unsafe library.secret_service_unlock_sync(service, list, cancellable, nil, &error)
        unsafe library.g_list_free(list)
        unsafe library.g_object_unref(collection)
        if let error = unsafe error { throw unsafe Self.failure(library, error) }
    }

    /// Returns the secrets of the unlocked items with these attributes, and whether there are locked ones.
    func search(_ attributes: [String: String]) throws(KeyringFailure) -> (secrets: [String], hasLocked: Bool) {
        guard let table = unsafe library.table(attributes) else { throw .failed("Out of memory.") }
        defer { unsafe library.g_hash_table_unref(table) }
        var error: Object?
        let list = unsafe library.secret_service_search_sync(service, nil, table, Self.searchAll, cancellable, &error)
        if let error = unsafe error { throw unsafe Self.failure(library, error) }
        var secrets: [String] = []
        var hasLocked = false
        try unsafe forEach(list) { item throws(KeyringFailure) in
            if unsafe library.secret_item_get_locked(item) != 0 {
                hasLocked = true
            } else if let secret = try unsafe secret(of: item) {
                secrets.append(secret)
            }
        }
        return (secrets, hasLocked)
    }

    /// Adds an item, or replaces the one with the same attributes.
    ///
    /// The label is shown to users by keyring managers.
    func add(_ secret: String, _ attributes: [String: String], label: String) throws(KeyringFailure) {
        guard let table = unsafe library.table(attributes),
            let value = unsafe library.secret_value_new(secret, -1, "text/plain")
        else { throw .failed("Out of memory.") }
        defer {
            unsafe library.g_hash_table_unref(table)
            unsafe library.secret_value_unref(value)
        }
        var error: Object?
        let isStored = unsafe library.secret_service_store_sync(
            service,
            nil,
            table,
            Self.collection,
            label,
            value,
            cancellable,
            &error
        )
        guard isStored != 0 else { throw unsafe Self.failure(library, error) }
    }

    private func secret(of item: Object) throws(KeyringFailure) -> String? {
        var error: Object?
        guard unsafe library.secret_item_load_secret_sync(item, cancellable, &error) != 0 else {
            throw unsafe Self.failure(library, error)
        }
        guard let value = unsafe library.secret_item_get_secret(item) else { return nil }
        defer { unsafe library.secret_value_unref(value) }
        return unsafe library.secret_value_get_text(value).map { unsafe String(cString: $0) }
    }

    /// Calls the body with each element of a list until it fails, and releases the list and its elements.
    private func forEach(
        _ list: Object?,
        _ body: (Object) throws(KeyringFailure) -> Void
    ) throws(KeyringFailure) {
        guard let list = unsafe list else { return }
        defer { unsafe library.g_list_free(list) }
        var failure: KeyringFailure?
        var node: Object? = unsafe list
        while let current = unsafe node {
            // GList: a pointer to the element, then to the next node.
            if let element = unsafe current.load(as: Object?.self) {
                defer { unsafe library.g_object_unref(element) }
                do throws(KeyringFailure) {
                    if failure == nil { try unsafe body(element) }
                } catch {
                    failure = error
                }
            }
            unsafe node = current.load(fromByteOffset: MemoryLayout<Object?>.stride, as: Object?.self)
        }
        if let failure { throw failure }
    }

    /// Creates an error from a GError: a domain, a code and a message.
    private static func failure(_ library: LibSecret, _ error: Object?) -> KeyringFailure {
        guard let error = unsafe error else { return .failed("The keyring reported no reason.") }
        defer { unsafe library.g_error_free(error) }
        let domain = unsafe error.load(as: UInt32.self)
        let code = unsafe error.load(fromByteOffset: 4, as: Int32.self)
        let text = unsafe error.load(fromByteOffset: 8, as: LibSecret.Text?.self)
        let reason = unsafe text.map { unsafe String(cString: $0) } ?? "The keyring reported no reason."
        let isLocked = domain == library.secret_error_get_quark() && code == isLockedCode
        return isLocked ? .locked(reason) : .failed(reason)
    }
}

/// A GCancellable that ends calls to the keyring from any thread.
final class KeyringCancellation: Sendable {
    private let library: LibSecret
    /// The address of the object; an integer, because pointers are not `Sendable`.
    private let address: UInt
    private let cancelled = Flag()

    init(_ library: LibSecret) {
        self.library = library
        address = unsafe UInt(bitPattern: library.g_cancellable_new())
    }

    deinit {
        if let object = unsafe object { unsafe library.g_object_unref(object) }
    }

    /// The pointer for the library's functions; valid as long as this object.
    var object: LibSecret.Object? { unsafe LibSecret.Object(bitPattern: address) }

    var isCancelled: Bool { cancelled.isSet }

    func cancel() {
        cancelled.set()
        if let object = unsafe object { unsafe library.g_cancellable_cancel(object) }
    }
}
