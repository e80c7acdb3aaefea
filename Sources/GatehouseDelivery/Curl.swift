import CCurl
import GatehouseServer
import GatehouseThreads

/// libcurl, initialized once per process.
enum Curl {
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    static func set(_ handle: UnsafeMutableRawPointer, _ option: CURLoption, to value: Int) {
        _ = unsafe gatehouse_curl_setopt_long(handle, option, value)
    }

    static func set(_ handle: UnsafeMutableRawPointer, _ option: CURLoption, to value: String) {
        _ = unsafe gatehouse_curl_setopt_string(handle, option, value)
    }
}

extension ThreadPool {
    /// Runs a transfer on one of the threads; a cancelled task does not wait for a thread.
    func transfer(_ body: @escaping @Sendable () -> Result<Void, DeliveryError>) async -> Result<Void, DeliveryError> {
        do throws(WorkRejection) { return try await run(body) } catch { return .failure(.cancelled) }
    }
}

extension DeliveryError {
    static let cancelled = DeliveryError.transient("the delivery was cancelled")
}
