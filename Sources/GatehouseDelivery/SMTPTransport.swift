import CCurl
import GatehouseConcurrency
package import GatehouseServer
import GatehouseThreads
import GatehouseWire

/// Sends emails over SMTP, one after the other on one connection that stays open between emails.
///
/// The connection has its own thread, so that a slow server blocks neither an event loop nor the cooperative pool.
/// Certificates are always verified. Cancelling the task aborts the delivery.
package final class SMTPTransport: EmailTransport {
    private let thread = ThreadPool(name: "smtp", threads: 1)
    private let connection: Mutex<SMTPConnection>
    package let sendTimeout: Duration

    package init(_ configuration: SMTPConfiguration) {
        connection = Mutex(SMTPConnection(configuration))
        sendTimeout = configuration.timeout
    }

    package func send(_ message: EmailMessage) async throws(DeliveryError) {
        let payload = try MIMEEncoder.encode(message)
        guard let sender = NamedAddress(message.from)?.address, let recipient = EmailAddress(message.to) else {
            throw .permanent("invalid sender or recipient address")
        }
        let delivery = SMTPDelivery(from: sender.normalized, to: recipient.normalized, payload: Array(payload.utf8))
        try await withTaskCancellationHandler {
            await thread.transfer { [self] in connection.withLock { $0.perform(delivery) } }
        } onCancel: {
            delivery.cancel()
        }.get()
    }

    /// Connects and authenticates as for an email, and sends none.
    ///
    /// - Throws: ``DeliveryError`` if the server cannot be reached, or rejects the encryption or the password.
    package func verify() async throws(DeliveryError) {
        try await thread.transfer { [self] in connection.withLock { $0.verify() } }.get()
    }
}

/// The delivery of one email, shared with libcurl's callbacks.
final class SMTPDelivery: Sendable {
    let from: String
    let to: String
    let payload: [UInt8]
    private let position = Mutex(0)
    private let cancelled = Flag()

    init(from: String, to: String, payload: [UInt8]) {
        self.from = from
        self.to = to
        self.payload = payload
    }

    var isCancelled: Bool { cancelled.isSet }

    func cancel() { cancelled.set() }

    /// Copies the next part of the payload and returns its length; zero at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        position.withLock { position in
            let next = payload[position...].prefix(buffer.count)
            unsafe buffer.copyBytes(from: next)
            position += next.count
            return next.count
        }
    }
}

/// A libcurl handle with the connection that stays open between emails.
///
/// Calls block; the handle has one caller at a time.
@safe final class SMTPConnection {
    private let configuration: SMTPConfiguration
    private let handle: UnsafeMutableRawPointer?

    init(_ configuration: SMTPConfiguration) {
        self.configuration = configuration
        unsafe handle = Curl.isReady ? curl_easy_init() : nil
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
    }

    /// Delivers one email.
    func perform(_ delivery: SMTPDelivery) -> Result<Void, DeliveryError> {
        guard !delivery.isCancelled else { return .failure(.cancelled) }
        guard let handle = unsafe handle else { return .failure(.transient("libcurl is not available")) }
        // Resets the options of the previous email; the connection stays open.
        unsafe curl_easy_reset(handle)
        let recipients = unsafe curl_slist_append(nil, delivery.to)
        defer { unsafe curl_slist_free_all(recipients) }
        let status = withExtendedLifetime(delivery) {
            unsafe configure(handle)
            unsafe prepare(handle, delivery: delivery, recipients: recipients)
            return unsafe curl_easy_perform(handle)
        }
        return unsafe outcome(of: status, handle)
    }

    /// Establishes the connection as for an email.
    func verify() -> Result<Void, DeliveryError> {
        guard let handle = unsafe handle else { return .failure(.transient("libcurl is not available")) }
        unsafe curl_easy_reset(handle)
        unsafe configure(handle)
        unsafe Curl.set(handle, CURLOPT_CONNECT_ONLY, to: 1)
        return unsafe outcome(of: curl_easy_perform(handle), handle)
    }

    private func outcome(of status: CURLcode, _ handle: UnsafeMutableRawPointer) -> Result<Void, DeliveryError> {
        guard status != CURLE_OK else { return .success(()) }
        var answer = 0
        _ = unsafe gatehouse_curl_getinfo_long(handle, CURLINFO_RESPONSE_CODE, &answer)
        return .failure(SMTPFailure.classify(status, answer: answer))
    }

    /// Sets the options common to all emails.
    private func configure(_ handle: UnsafeMutableRawPointer) {
        let scheme = configuration.encryption == .implicit ? "smtps" : "smtp"
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        let tls =
            switch configuration.encryption {
            case .implicit, .required: CURLUSESSL_ALL
            case .optional: CURLUSESSL_TRY
            case .never: CURLUSESSL_NONE
            }
        let milliseconds = Int(configuration.timeout / .milliseconds(1))
        unsafe Curl.set(handle, CURLOPT_URL, to: "\(scheme)://\(host):\(configuration.port)")
        unsafe Curl.set(handle, CURLOPT_PROTOCOLS_STR, to: scheme)
        unsafe Curl.set(handle, CURLOPT_USE_SSL, to: Int(tls.rawValue))
        unsafe Curl.set(handle, CURLOPT_SSLVERSION, to: Int(CURL_SSLVERSION_TLSv1_2))
        unsafe Curl.set(handle, CURLOPT_SSL_VERIFYPEER, to: 1)
        unsafe Curl.set(handle, CURLOPT_SSL_VERIFYHOST, to: 2)
        unsafe Curl.set(handle, CURLOPT_NOSIGNAL, to: 1)
        unsafe Curl.set(handle, CURLOPT_TIMEOUT_MS, to: milliseconds)
        unsafe Curl.set(handle, CURLOPT_CONNECTTIMEOUT_MS, to: min(milliseconds, 10_000))
        if let file = configuration.authorityFile { unsafe Curl.set(handle, CURLOPT_CAINFO, to: file) }
        if let credentials = configuration.credentials {
            unsafe Curl.set(handle, CURLOPT_LOGIN_OPTIONS, to: "AUTH=PLAIN;AUTH=LOGIN")
            unsafe Curl.set(handle, CURLOPT_USERNAME, to: credentials.user)
            unsafe Curl.set(handle, CURLOPT_PASSWORD, to: credentials.password.reveal())
        }
    }

    /// Sets the options of one email; `delivery` and `recipients` must outlive the transfer.
    private func prepare(
        _ handle: UnsafeMutableRawPointer,
        delivery: SMTPDelivery,
        recipients: UnsafeMutablePointer<curl_slist>?
    ) {
        let context = unsafe Unmanaged.passUnretained(delivery).toOpaque()
        unsafe Curl.set(handle, CURLOPT_MAIL_FROM, to: "<\(delivery.from)>")
        _ = unsafe gatehouse_curl_setopt_list(handle, CURLOPT_MAIL_RCPT, recipients)
        unsafe Curl.set(handle, CURLOPT_UPLOAD, to: 1)
        _ = unsafe gatehouse_curl_setopt_pointer(handle, CURLOPT_READDATA, context)
        _ = unsafe gatehouse_curl_setopt_read(handle) { bytes, size, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let delivery = unsafe Unmanaged<SMTPDelivery>.fromOpaque(context).takeUnretainedValue()
            return unsafe delivery.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        }
        unsafe Curl.set(handle, CURLOPT_NOPROGRESS, to: 0)
        _ = unsafe gatehouse_curl_setopt_pointer(handle, CURLOPT_XFERINFODATA, context)
        _ = unsafe gatehouse_curl_setopt_progress(handle) { context, _, _, _, _ in
            guard let context = unsafe context else { return 0 }
            return unsafe Unmanaged<SMTPDelivery>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
        }
    }
}

/// The classification of failed deliveries.
enum SMTPFailure {
    /// Classifies a failure by the server's last reply (RFC 5321 §4.2.1); failures without a reply are transient.
    ///
    /// The text of the reply is left out, because it tends to repeat the recipient's address.
    static func classify(_ status: CURLcode, answer: Int) -> DeliveryError {
        switch (status, answer) {
        // Not the email's fault: it can be sent once the operator has fixed the password.
        case (CURLE_LOGIN_DENIED, _): .transient("the mail server rejected the user or password (\(answer))")
        case (_, 500...): .permanent("the mail server answered \(answer)")
        case (_, 400...): .transient("the mail server answered \(answer)")
        case (CURLE_ABORTED_BY_CALLBACK, _): .cancelled
        case (CURLE_USE_SSL_FAILED, _): .transient("the mail server does not offer the required encryption")
        default: .transient(unsafe String(cString: curl_easy_strerror(status)))
        }
    }
}
