#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The functions of libsecret and GLib for the keyring, loaded at run time.
///
/// Apps need neither library to be built or to run. The functions have their C names; none is variadic, which Swift
/// cannot call.
@safe struct LibSecret: Sendable {
    typealias Object = UnsafeMutableRawPointer
    typealias Failure = UnsafeMutablePointer<UnsafeMutableRawPointer?>
    typealias Text = UnsafePointer<CChar>

    /// The reason that the library cannot be used.
    struct Missing: Error {
        let reason: String
    }

    /// The library, loaded on first use and never unloaded.
    static let shared = Result { () throws(Missing) in try unsafe LibSecret(loaded: load()) }

    let secret_service_get_type: @convention(c) @Sendable () -> UInt
    let secret_service_open_sync: @convention(c) @Sendable (UInt, Text?, Int32, Object?, Failure?) -> Object?
    let secret_service_search_sync:
        @convention(c) @Sendable (Object, Object?, Object, Int32, Object?, Failure?) -> Object?
    let secret_service_store_sync:
        @convention(c) @Sendable (Object, Object?, Object, Text, Text, Object, Object?, Failure?) -> Int32
    let secret_collection_for_alias_sync: @convention(c) @Sendable (Object, Text, Int32, Object?, Failure?) -> Object?
    let secret_collection_get_locked: @convention(c) @Sendable (Object) -> Int32
    let secret_service_unlock_sync: @convention(c) @Sendable (Object, Object, Object?, Failure?, Failure?) -> Int32
    let secret_item_get_locked: @convention(c) @Sendable (Object) -> Int32
    let secret_item_load_secret_sync: @convention(c) @Sendable (Object, Object?, Failure?) -> Int32
    let secret_item_get_secret: @convention(c) @Sendable (Object) -> Object?
    let secret_value_new: @convention(c) @Sendable (Text, Int, Text) -> Object?
    let secret_value_get_text: @convention(c) @Sendable (Object) -> Text?
    let secret_value_unref: @convention(c) @Sendable (Object) -> Void
    let secret_error_get_quark: @convention(c) @Sendable () -> UInt32

    let g_hash_table_new_full: @convention(c) @Sendable (Object, Object, Object, Object) -> Object?
    let g_hash_table_insert: @convention(c) @Sendable (Object, Object?, Object?) -> Int32
    let g_hash_table_unref: @convention(c) @Sendable (Object) -> Void
    let g_strdup: @convention(c) @Sendable (Text) -> Object?
    let g_list_append: @convention(c) @Sendable (Object?, Object) -> Object
    let g_list_free: @convention(c) @Sendable (Object) -> Void
    let g_object_unref: @convention(c) @Sendable (Object) -> Void
    let g_error_free: @convention(c) @Sendable (Object) -> Void
    let g_cancellable_new: @convention(c) @Sendable () -> Object
    let g_cancellable_cancel: @convention(c) @Sendable (Object) -> Void
    let g_main_context_new: @convention(c) @Sendable () -> Object
    let g_main_context_push_thread_default: @convention(c) @Sendable (Object) -> Void
    let g_main_context_pop_thread_default: @convention(c) @Sendable (Object) -> Void
    let g_main_context_unref: @convention(c) @Sendable (Object) -> Void

    /// The addresses of callbacks passed to GLib; integers, because pointers are not `Sendable`.
    private let g_str_hash, g_str_equal, g_free: UInt

    /// Creates a hash table of attributes, which the caller releases.
    func table(_ texts: [String: String]) -> Object? {
        guard let hash = unsafe Object(bitPattern: g_str_hash), let equal = unsafe Object(bitPattern: g_str_equal),
            let free = unsafe Object(bitPattern: g_free),
            let table = unsafe g_hash_table_new_full(hash, equal, free, free)
        else { return nil }
        for (name, text) in texts { _ = unsafe g_hash_table_insert(table, g_strdup(name), g_strdup(text)) }
        return unsafe table
    }
}

extension LibSecret {
    private static func load() throws(Missing) -> Object {
        #if os(Linux)
        if let library = unsafe dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL) { return unsafe library }
        throw Missing(reason: "The library libsecret is not installed (package libsecret-1-0 or libsecret).")
        #else
        throw Missing(reason: "The Secret Service is supported on Linux only.")
        #endif
    }

    private init(loaded library: Object) throws(Missing) {
        func function<Function>(_ name: String) throws(Missing) -> Function {
            // Also searches the libraries that libsecret depends on.
            guard let address = unsafe dlsym(library, name) else {
                throw Missing(reason: "The library libsecret is too old: \(name) is missing.")
            }
            return unsafe unsafeBitCast(address, to: Function.self)
        }
        secret_service_get_type = try function("secret_service_get_type")
        unsafe secret_service_open_sync = try function("secret_service_open_sync")
        unsafe secret_service_search_sync = try function("secret_service_search_sync")
        unsafe secret_service_store_sync = try function("secret_service_store_sync")
        unsafe secret_collection_for_alias_sync = try function("secret_collection_for_alias_sync")
        unsafe secret_collection_get_locked = try function("secret_collection_get_locked")
        unsafe secret_service_unlock_sync = try function("secret_service_unlock_sync")
        unsafe secret_item_get_locked = try function("secret_item_get_locked")
        unsafe secret_item_load_secret_sync = try function("secret_item_load_secret_sync")
        unsafe secret_item_get_secret = try function("secret_item_get_secret")
        unsafe secret_value_new = try function("secret_value_new")
        unsafe secret_value_get_text = try function("secret_value_get_text")
        unsafe secret_value_unref = try function("secret_value_unref")
        secret_error_get_quark = try function("secret_error_get_quark")
        unsafe g_hash_table_new_full = try function("g_hash_table_new_full")
        unsafe g_hash_table_insert = try function("g_hash_table_insert")
        unsafe g_hash_table_unref = try function("g_hash_table_unref")
        unsafe g_strdup = try function("g_strdup")
        unsafe g_list_append = try function("g_list_append")
        unsafe g_list_free = try function("g_list_free")
        unsafe g_object_unref = try function("g_object_unref")
        unsafe g_error_free = try function("g_error_free")
        unsafe g_cancellable_new = try function("g_cancellable_new")
        unsafe g_cancellable_cancel = try function("g_cancellable_cancel")
        unsafe g_main_context_new = try function("g_main_context_new")
        unsafe g_main_context_push_thread_default = try function("g_main_context_push_thread_default")
        unsafe g_main_context_pop_thread_default = try function("g_main_context_pop_thread_default")
        unsafe g_main_context_unref = try function("g_main_context_unref")
        g_str_hash = try function("g_str_hash")
        g_str_equal = try function("g_str_equal")
        g_free = try function("g_free")
    }
}
