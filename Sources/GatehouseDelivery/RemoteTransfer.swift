import CCurl
import Foundation
import GatehouseConcurrency
import GatehouseServer
import GatehouseWire

/// One request to another party's server and its response, shared with libcurl's callbacks.
final class RemoteTransfer: Sendable {
    enum Method: Sendable {
        /// Fetches a document of at most `limit` bytes.
        case get(limit: Int)
        /// Posts an encoded form.
        case post([UInt8])
        /// Posts an event with lines of the header; a response of any status is a result.
        case postEvent([UInt8], fields: [String])
    }

    private struct Response {
        var status = 0
        /// The bytes of all header fields, trailers included.
        var fieldBytes = 0
        var mediaType = ""
        var cacheControl = ""
        /// Whether the fields of the final response have been accepted.
        var isAccepted = false
        var body = Data()
        var failure: RemoteDocumentError?
    }

    /// The maximum size of the header fields in bytes.
    private static let fieldLimit = 16 * 1024

    let method: Method
    let url: RemoteURL
    let trace: TraceContext?
    private let response = Mutex(Response())
    private let cancelled = Flag()

    init(_ method: Method, _ url: RemoteURL, trace: TraceContext? = .current) {
        self.method = method
        self.url = url
        self.trace = trace
    }

    var isCancelled: Bool { cancelled.isSet }

    /// The status of the response; 0 before there is one.
    var status: Int { response.withLock(\.status) }

    func cancel() { cancelled.set() }

    /// Returns whether a connection to the address may be opened; once one is refused, no other address is tried.
    func admits(_ address: IPAddress?, policy: RemoteAddressPolicy) -> Bool {
        response.withLock { response in
            guard response.failure == nil else { return false }
            if let address, policy.admits(address, isEncrypted: url.isEncrypted) { return true }
            response.failure = .forbiddenAddress
            return false
        }
    }

    /// Receives one line of the header; returns whether the transfer continues.
    func receive(line: UnsafeRawBufferPointer) -> Bool {
        response.withLock { response in
            response.fieldBytes += line.count
            guard response.fieldBytes <= Self.fieldLimit else { return fail(.tooLarge, in: &response) }
            // Lines after the header are trailers.
            guard !response.isAccepted else { return true }
            let text = unsafe String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            if text.hasPrefix("HTTP/") {
                response.status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            } else if text.isEmpty {
                return response.status < 200 || accept(&response)
            } else if let colon = text.firstIndex(of: ":") {
                let value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                switch text[..<colon].lowercased() {
                case "content-type": response.mediaType = mediaType(of: value)
                case "cache-control": response.cacheControl += "," + value
                default: break
                }
            }
            return true
        }
    }

    /// Receives a part of the body; returns whether the transfer continues.
    func receive(body: UnsafeRawBufferPointer) -> Bool {
        response.withLock { response in
            let size = response.body.count + body.count
            switch method {
            case .get(let limit): guard size <= limit else { return fail(.tooLarge, in: &response) }
            // The status suffices if the body is too large.
            case .postEvent: guard size <= RemoteDocument.limit else { return false }
            // The answer to a notification is its status.
            case .post: return false
            }
            unsafe response.body.append(contentsOf: body)
            return true
        }
    }

    /// Returns the result of a transfer that ended with a code of libcurl.
    func result(_ code: CURLcode) -> Result<RemoteDocument, RemoteDocumentError> {
        response.withLock { response in
            if let failure = response.failure { return .failure(failure) }
            if case .get = method, code != CURLE_OK { return .failure(RemoteFailure.classify(code)) }
            guard response.isAccepted else { return .failure(RemoteFailure.classify(code)) }
            let maxAge = CacheControl(response.cacheControl).maxAge
            return .success(RemoteDocument(body: response.body, mediaType: response.mediaType, maxAge: maxAge))
        }
    }

    /// Checks status and media type before any of the body is read.
    private func accept(_ response: inout Response) -> Bool {
        switch method {
        case .get:
            guard response.status == 200 else { return fail(.status(response.status), in: &response) }
            guard RemoteDocument.isJSON(response.mediaType) else { return fail(.unsupportedMediaType, in: &response) }
        case .post:
            guard 200..<300 ~= response.status else { return fail(.status(response.status), in: &response) }
        case .postEvent: break
        }
        response.isAccepted = true
        return true
    }

    private func fail(_ error: RemoteDocumentError, in response: inout Response) -> Bool {
        response.failure = error
        return false
    }

    private func mediaType(of value: String) -> String {
        value.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }
}

/// A blocking libcurl handle for one request.
@safe struct RemoteConnection: ~Copyable {
    /// The request and the policy, for libcurl's callbacks.
    private final class Context: Sendable {
        let transfer: RemoteTransfer
        let addresses: RemoteAddressPolicy

        init(_ transfer: RemoteTransfer, _ addresses: RemoteAddressPolicy) {
            self.transfer = transfer
            self.addresses = addresses
        }

        static func from(_ pointer: UnsafeMutableRawPointer?) -> Context? {
            guard let pointer = unsafe pointer else { return nil }
            return unsafe Unmanaged<Context>.fromOpaque(pointer).takeUnretainedValue()
        }
    }

    private let settings: RemoteTransportSettings
    private let handle: UnsafeMutableRawPointer?

    init(_ settings: RemoteTransportSettings) {
        self.settings = settings
        unsafe handle = Curl.isReady ? curl_easy_init() : nil
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
    }

    /// Performs the request.
    consuming func perform(_ transfer: RemoteTransfer) -> Result<RemoteDocument, RemoteDocumentError> {
        guard !transfer.isCancelled else { return .failure(.cancelled) }
        guard let handle = unsafe handle else { return .failure(.unreachable) }
        let context = Context(transfer, settings.addresses)
        var fields: UnsafeMutablePointer<curl_slist>?
        var body: [UInt8] = []
        switch transfer.method {
        case .get: unsafe fields = curl_slist_append(nil, "Accept: \(RemoteDocument.accepted)")
        case .post(let form):
            body = form
            unsafe fields = curl_slist_append(nil, "Content-Type: application/x-www-form-urlencoded")
            unsafe fields = curl_slist_append(fields, "Expect:") ?? fields
        case .postEvent(let event, let lines):
            body = event
            for line in lines + ["Expect:"] { unsafe fields = curl_slist_append(fields, line) ?? fields }
        }
        if let trace = transfer.trace {
            unsafe fields = curl_slist_append(fields, "\(TraceContext.field): \(trace.text)") ?? fields
        }
        defer { unsafe curl_slist_free_all(fields) }
        let code = withExtendedLifetime(context) {
            unsafe body.withUnsafeBufferPointer { body in
                unsafe configure(handle, for: transfer.url)
                unsafe isolate(handle)
                unsafe register(context, on: handle)
                _ = unsafe gatehouse_curl_setopt_list(handle, CURLOPT_HTTPHEADER, fields)
                if case .get = transfer.method {} else { unsafe send(body, on: handle) }
                return unsafe curl_easy_perform(handle)
            }
        }
        return transfer.result(code)
    }

    private func configure(_ handle: UnsafeMutableRawPointer, for url: RemoteURL) {
        let milliseconds = Int(settings.timeout / .milliseconds(1))
        unsafe Curl.set(handle, CURLOPT_URL, to: url.text)
        unsafe Curl.set(handle, CURLOPT_PROTOCOLS_STR, to: url.isEncrypted ? "https" : "http")
        unsafe Curl.set(handle, CURLOPT_HTTP_VERSION, to: CURL_HTTP_VERSION_1_1)
        unsafe Curl.set(handle, CURLOPT_SSLVERSION, to: Int(CURL_SSLVERSION_TLSv1_2))
        unsafe Curl.set(handle, CURLOPT_SSL_VERIFYPEER, to: 1)
        unsafe Curl.set(handle, CURLOPT_SSL_VERIFYHOST, to: 2)
        unsafe Curl.set(handle, CURLOPT_NOSIGNAL, to: 1)
        unsafe Curl.set(handle, CURLOPT_TIMEOUT_MS, to: milliseconds)
        unsafe Curl.set(handle, CURLOPT_CONNECTTIMEOUT_MS, to: min(milliseconds, 3_000))
        // Without it, the end of the request waits for a slow resolver beyond the time limit.
        unsafe Curl.set(handle, CURLOPT_QUICK_EXIT, to: 1)
        if let file = settings.authorityFile {
            unsafe Curl.set(handle, CURLOPT_CAINFO, to: file)
            _ = unsafe gatehouse_curl_setopt_pointer(handle, CURLOPT_CAPATH, nil)
        }
    }

    /// Switches off all that could send the request, or secrets with it, elsewhere.
    private func isolate(_ handle: UnsafeMutableRawPointer) {
        unsafe Curl.set(handle, CURLOPT_FOLLOWLOCATION, to: 0)
        // An empty string also switches off the proxies of the environment.
        unsafe Curl.set(handle, CURLOPT_PROXY, to: "")
        unsafe Curl.set(handle, CURLOPT_NETRC, to: Int(CURL_NETRC_IGNORED.rawValue))
        unsafe Curl.set(handle, CURLOPT_DISALLOW_USERNAME_IN_URL, to: 1)
        unsafe Curl.set(handle, CURLOPT_HTTP09_ALLOWED, to: 0)
    }

    /// Registers the callbacks; `context` must outlive the transfer.
    private func register(_ context: Context, on handle: UnsafeMutableRawPointer) {
        let pointer = unsafe Unmanaged.passUnretained(context).toOpaque()
        for option in [CURLOPT_OPENSOCKETDATA, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_XFERINFODATA] {
            _ = unsafe gatehouse_curl_setopt_pointer(handle, option, pointer)
        }
        _ = unsafe gatehouse_curl_setopt_opensocket(handle) { pointer, _, address in
            guard let context = unsafe Context.from(pointer), let address = unsafe address else { return -1 }
            var bytes = [UInt8](repeating: 0, count: 16)
            let count = unsafe gatehouse_curl_address(address, &bytes)
            let ip = IPAddress(bytes: Array(bytes.prefix(count)))
            guard context.transfer.admits(ip, policy: context.addresses) else { return -1 }
            return unsafe socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
        }
        _ = unsafe gatehouse_curl_setopt_header(handle) { bytes, size, count, pointer in
            let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return unsafe Context.from(pointer)?.transfer.receive(line: line) == true ? size * count : 0
        }
        _ = unsafe gatehouse_curl_setopt_write(handle) { bytes, size, count, pointer in
            let body = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
            return unsafe Context.from(pointer)?.transfer.receive(body: body) == true ? size * count : 0
        }
        unsafe Curl.set(handle, CURLOPT_NOPROGRESS, to: 0)
        _ = unsafe gatehouse_curl_setopt_progress(handle) { pointer, _, _, _, _ in
            unsafe Context.from(pointer)?.transfer.isCancelled == false ? 0 : 1
        }
    }

    /// Sets the body of a POST request, which must outlive the transfer.
    private func send(_ body: UnsafeBufferPointer<UInt8>, on handle: UnsafeMutableRawPointer) {
        unsafe Curl.set(handle, CURLOPT_POST, to: 1)
        unsafe Curl.set(handle, CURLOPT_POSTFIELDSIZE, to: body.count)
        let start = unsafe UnsafeMutableRawPointer(mutating: body.baseAddress)
        _ = unsafe gatehouse_curl_setopt_pointer(handle, CURLOPT_POSTFIELDS, start)
    }
}

/// The classification of requests without an acceptable response.
enum RemoteFailure {
    /// Classifies the code with which libcurl ended.
    static func classify(_ code: CURLcode) -> RemoteDocumentError {
        switch code {
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_PEER_FAILED_VERIFICATION: .untrustedCertificate
        case CURLE_ABORTED_BY_CALLBACK: .cancelled
        default: .unreachable
        }
    }
}
