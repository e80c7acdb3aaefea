import CCurl
import GatehouseServer
import GatehouseWire

/// A libcurl handle for one request to the gateway; it blocks.
@safe struct SMSConnection: ~Copyable {
    private let gateway: SMSGateway
    private let handle: UnsafeMutableRawPointer?

    init(_ gateway: SMSGateway) {
        self.gateway = gateway
        unsafe handle = Curl.isReady ? curl_easy_init() : nil
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
    }

    /// Posts one SMS.
    consuming func perform(_ request: SMSRequest) -> Result<Void, DeliveryError> {
        guard !request.isCancelled else { return .failure(.transient("the delivery was cancelled")) }
        guard let handle = unsafe handle else { return .failure(.transient("libcurl is not available")) }
        let fields = [
            "Content-Type: application/json", "Accept:", "Expect:", "Gatehouse-Signature: sha256=\(request.signature)",
        ]
        var list: UnsafeMutablePointer<curl_slist>?
        for field in fields { unsafe list = curl_slist_append(list, field) ?? list }
        defer { unsafe curl_slist_free_all(list) }
        let code = withExtendedLifetime(request) {
            unsafe request.body.withUnsafeBufferPointer { body in
                unsafe configure(handle)
                unsafe prepare(handle, request: request, body: body, fields: list)
                return unsafe curl_easy_perform(handle)
            }
        }
        guard code == CURLE_OK else { return .failure(SMSFailure.classify(code)) }
        var status = 0
        _ = unsafe gatehouse_curl_getinfo_long(handle, CURLINFO_RESPONSE_CODE, &status)
        return SMSFailure.classify(status: status).map(Result.failure) ?? .success(())
    }

    private func configure(_ handle: UnsafeMutableRawPointer) {
        let milliseconds = Int(gateway.timeout / .milliseconds(1))
        unsafe Curl.set(handle, CURLOPT_URL, gateway.url.reveal())
        unsafe Curl.set(handle, CURLOPT_PROTOCOLS_STR, "http,https")
        unsafe Curl.set(handle, CURLOPT_FOLLOWLOCATION, 0)
        unsafe Curl.set(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        unsafe Curl.set(handle, CURLOPT_SSL_VERIFYPEER, 1)
        unsafe Curl.set(handle, CURLOPT_SSL_VERIFYHOST, 2)
        unsafe Curl.set(handle, CURLOPT_NOSIGNAL, 1)
        unsafe Curl.set(handle, CURLOPT_TIMEOUT_MS, milliseconds)
        unsafe Curl.set(handle, CURLOPT_CONNECTTIMEOUT_MS, min(milliseconds, 5_000))
        if let file = gateway.authorityFile { unsafe Curl.set(handle, CURLOPT_CAINFO, file) }
    }

    /// The options of one request; `request`, `body` and `fields` have to outlive the transfer.
    private func prepare(
        _ handle: UnsafeMutableRawPointer,
        request: SMSRequest,
        body: UnsafeBufferPointer<UInt8>,
        fields: UnsafeMutablePointer<curl_slist>?
    ) {
        unsafe Curl.set(handle, CURLOPT_POST, 1)
        unsafe Curl.set(handle, CURLOPT_POSTFIELDSIZE, body.count)
        let start = unsafe UnsafeMutableRawPointer(mutating: body.baseAddress)
        _ = unsafe gatehouse_curl_setopt_pointer(handle, CURLOPT_POSTFIELDS, start)
        _ = unsafe gatehouse_curl_setopt_list(handle, CURLOPT_HTTPHEADER, fields)
        // Without this, the answer would be written to standard output.
        _ = unsafe gatehouse_curl_setopt_write(handle) { _, size, count, _ in size * count }
        unsafe Curl.set(handle, CURLOPT_NOPROGRESS, 0)
        let context = unsafe Unmanaged.passUnretained(request).toOpaque()
        _ = unsafe gatehouse_curl_setopt_pointer(handle, CURLOPT_XFERINFODATA, context)
        _ = unsafe gatehouse_curl_setopt_progress(handle) { context, _, _, _, _ in
            guard let context = unsafe context else { return 0 }
            return unsafe Unmanaged<SMSRequest>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
        }
    }
}
