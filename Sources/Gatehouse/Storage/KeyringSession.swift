/// One conversation with the Secret Service, over a connection of its own, on the thread that began it.
///
/// All but ``unlock()`` never has a person asked for a password: what would do so is not called for what is locked.
@safe struct KeyringSession: ~Copyable {
    private typealias Object = SecretLibrary.Object

    /// The keyring that new items go to.
    private static let collection = "default"
    private static let openSession: Int32 = 1 << 1
    private static let searchAll: Int32 = 1 << 1
    private static let isLockedCode: Int32 = 2

    private let library: SecretLibrary
    private let cancellable: Object?
    private let context: Object
    private let service: Object

    /// Finds the bus and the service; the cancellation ends every wait from another thread.
    init(_ library: SecretLibrary, _ cancellation: KeyringCancellation) throws(KeyringFailure) {
        self.library = library
        unsafe cancellable = cancellation.object
        // Signals of the bus go where nobody reads them. GLib would end the process when it reads that the bus has gone.
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

    /// Whether the keyring that new items go to is there and locked.
    ///
    /// - Throws: `absent` when there is none.
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

    /// Has the person asked to unlock the keyring that new items go to; no error when the person does not.
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

    /// The secrets of the items with these attributes that are not locked, and whether others are.
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
    /// The label is what a person reads in a program that shows the keyring.
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

    /// Runs the body with each element of a list until it fails, and releases the list and all of them.
    private func forEach(
        _ list: Object?,
        _ body: (Object) throws(KeyringFailure) -> Void
    ) throws(KeyringFailure) {
        guard let list = unsafe list else { return }
        defer { unsafe library.g_list_free(list) }
        var failure: KeyringFailure?
        var node: Object? = unsafe list
        while let current = unsafe node {
            // A node is an element and the next node.
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

    /// What an error says: a domain, a code and a text, in this order.
    private static func failure(_ library: SecretLibrary, _ error: Object?) -> KeyringFailure {
        guard let error = unsafe error else { return .failed("The keyring gave no reason.") }
        defer { unsafe library.g_error_free(error) }
        let domain = unsafe error.load(as: UInt32.self)
        let code = unsafe error.load(fromByteOffset: 4, as: Int32.self)
        let text = unsafe error.load(fromByteOffset: 8, as: SecretLibrary.Text?.self)
        let reason = unsafe text.map { unsafe String(cString: $0) } ?? "The keyring gave no reason."
        let isLocked = domain == library.secret_error_get_quark() && code == isLockedCode
        return isLocked ? .locked(reason) : .failed(reason)
    }
}
