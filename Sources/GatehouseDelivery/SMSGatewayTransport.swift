import CCurl
import Crypto
import Foundation
import GatehouseConcurrency
package import GatehouseServer
import GatehouseThreads
import GatehouseWire

/// Sends SMS through the operator's gateway, by one signed HTTPS request each.
///
/// Each request has its own connection, and as many threads as the queue sends messages at a time: a gateway that hangs
/// blocks neither other messages nor the cooperative pool. Certificates are always verified, and redirects are not
/// followed. Cancelling the task aborts the delivery.
package final class SMSGatewayTransport: SMSTransport {
    private let threads = ThreadPool(name: "sms", threads: 8)
    private let gateway: SMSGateway

    package init(_ gateway: SMSGateway) {
        self.gateway = gateway
    }

    package func send(_ message: SMSMessage) async throws(DeliveryError) {
        let request = try SMSRequest(message, secret: gateway.secret, trace: .current)
        try await withTaskCancellationHandler {
            await threads.transfer { [gateway] in SMSConnection(gateway).perform(request) }
        } onCancel: {
            request.cancel()
        }.get()
    }
}

/// The request for one SMS, shared with libcurl's callbacks: the body and its signature.
final class SMSRequest: Sendable {
    /// The members of the body; the signature covers their order and spelling.
    private struct Body: Encodable {
        let to: String
        let text: String
        let id: String
    }

    /// The body as JSON in UTF-8.
    let body: [UInt8]
    /// The hexadecimal HMAC-SHA256 of the body.
    let signature: String
    let trace: TraceContext?
    private let cancelled = Flag()

    init(_ message: SMSMessage, secret: Secret, trace: TraceContext? = nil) throws(DeliveryError) {
        self.trace = trace
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data: Data
        do { data = try encoder.encode(Body(to: message.to, text: message.text, id: message.id)) } catch {
            throw .permanent("the SMS can't be encoded as JSON")
        }
        let code = HMAC<SHA256>.authenticationCode(
            for: data,
            using: SymmetricKey(data: Data(secret.reveal().utf8))
        )
        body = Array(data)
        signature = code.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }

    var isCancelled: Bool { cancelled.isSet }

    func cancel() { cancelled.set() }
}

/// A blocking libcurl handle for one request to the gateway.
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
        guard !request.isCancelled else { return .failure(.cancelled) }
        guard let handle = unsafe handle else { return .failure(.transient("libcurl is not available")) }
        let fields =
            [
                "Content-Type: application/json", "Accept:", "Expect:",
                "Gatehouse-Signature: sha256=\(request.signature)",
            ] + (request.trace.map { ["\(TraceContext.field): \($0.text)"] } ?? [])
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
        unsafe Curl.set(handle, CURLOPT_URL, to: gateway.url.reveal())
        unsafe Curl.set(handle, CURLOPT_PROTOCOLS_STR, to: "http,https")
        unsafe Curl.set(handle, CURLOPT_FOLLOWLOCATION, to: 0)
        unsafe Curl.set(handle, CURLOPT_SSLVERSION, to: Int(CURL_SSLVERSION_TLSv1_2))
        unsafe Curl.set(handle, CURLOPT_SSL_VERIFYPEER, to: 1)
        unsafe Curl.set(handle, CURLOPT_SSL_VERIFYHOST, to: 2)
        unsafe Curl.set(handle, CURLOPT_NOSIGNAL, to: 1)
        unsafe Curl.set(handle, CURLOPT_TIMEOUT_MS, to: milliseconds)
        unsafe Curl.set(handle, CURLOPT_CONNECTTIMEOUT_MS, to: min(milliseconds, 5_000))
        if let file = gateway.authorityFile { unsafe Curl.set(handle, CURLOPT_CAINFO, to: file) }
    }

    /// Sets the options of one request; `request`, `body` and `fields` must outlive the transfer.
    private func prepare(
        _ handle: UnsafeMutableRawPointer,
        request: SMSRequest,
        body: UnsafeBufferPointer<UInt8>,
        fields: UnsafeMutablePointer<curl_slist>?
    ) {
        unsafe Curl.set(handle, CURLOPT_POST, to: 1)
        unsafe Curl.set(handle, CURLOPT_POSTFIELDSIZE, to: body.count)
        let start = unsafe UnsafeMutableRawPointer(mutating: body.baseAddress)
        _ = unsafe gatehouse_curl_setopt_pointer(handle, CURLOPT_POSTFIELDS, start)
        _ = unsafe gatehouse_curl_setopt_list(handle, CURLOPT_HTTPHEADER, fields)
        // By default, libcurl would write the response to standard output.
        _ = unsafe gatehouse_curl_setopt_write(handle) { _, size, count, _ in size * count }
        unsafe Curl.set(handle, CURLOPT_NOPROGRESS, to: 0)
        let context = unsafe Unmanaged.passUnretained(request).toOpaque()
        _ = unsafe gatehouse_curl_setopt_pointer(handle, CURLOPT_XFERINFODATA, context)
        _ = unsafe gatehouse_curl_setopt_progress(handle) { context, _, _, _, _ in
            guard let context = unsafe context else { return 0 }
            return unsafe Unmanaged<SMSRequest>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
        }
    }
}

/// The classification of failed SMS requests.
enum SMSFailure {
    /// Classifies a response status; only statuses that blame the message are permanent.
    ///
    /// Everything else can succeed later, such as a rejected signature or a wrong URL after a fix by the operator. The
    /// response body is not read, because it tends to repeat the recipient's number.
    static func classify(status: Int) -> DeliveryError? {
        switch status {
        case 200..<300: nil
        case 400, 410, 413, 422: .permanent("the SMS gateway answered \(status)")
        default: .transient("the SMS gateway answered \(status)")
        }
    }

    /// Classifies a transfer without a response.
    static func classify(_ code: CURLcode) -> DeliveryError {
        switch code {
        case CURLE_ABORTED_BY_CALLBACK: .cancelled
        default: .transient(unsafe String(cString: curl_easy_strerror(code)))
        }
    }
}
