import CCurl
import GatehouseServer
import GatehouseWire

/// A libcurl handle with the connection it keeps open between mails.
///
/// It blocks, and belongs to one caller at a time.
@safe struct SMTPConnection: ~Copyable {
    private let configuration: SMTPConfiguration
    private let handle: UnsafeMutableRawPointer?

    init(_ configuration: SMTPConfiguration) {
        self.configuration = configuration
        unsafe handle = Curl.isReady ? curl_easy_init() : nil
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
    }

    /// Hands one mail over.
    func perform(_ delivery: SMTPDelivery) -> Result<Void, DeliveryError> {
        guard !delivery.isCancelled else { return .failure(.transient("the delivery was cancelled")) }
        guard let handle = unsafe handle else { return .failure(.transient("libcurl is not available")) }
        // Forgets the last mail's options; the connection stays.
        unsafe curl_easy_reset(handle)
        let recipients = unsafe curl_slist_append(nil, delivery.to)
        defer { unsafe curl_slist_free_all(recipients) }
        let status = withExtendedLifetime(delivery) {
            unsafe configure(handle)
            unsafe prepare(handle, delivery: delivery, recipients: recipients)
            return unsafe curl_easy_perform(handle)
        }
        guard status != CURLE_OK else { return .success(()) }
        var answer = 0
        _ = unsafe gatehouse_curl_getinfo_long(handle, CURLINFO_RESPONSE_CODE, &answer)
        return .failure(SMTPFailure.classify(status, answer: answer))
    }

    /// The options that are the same for every mail.
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
        unsafe Curl.set(handle, CURLOPT_URL, "\(scheme)://\(host):\(configuration.port)")
        unsafe Curl.set(handle, CURLOPT_PROTOCOLS_STR, scheme)
        unsafe Curl.set(handle, CURLOPT_USE_SSL, Int(tls.rawValue))
        unsafe Curl.set(handle, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        unsafe Curl.set(handle, CURLOPT_SSL_VERIFYPEER, 1)
        unsafe Curl.set(handle, CURLOPT_SSL_VERIFYHOST, 2)
        unsafe Curl.set(handle, CURLOPT_NOSIGNAL, 1)
        unsafe Curl.set(handle, CURLOPT_TIMEOUT_MS, milliseconds)
        unsafe Curl.set(handle, CURLOPT_CONNECTTIMEOUT_MS, min(milliseconds, 10_000))
        if let file = configuration.authorityFile { unsafe Curl.set(handle, CURLOPT_CAINFO, file) }
        if let credentials = configuration.credentials {
            unsafe Curl.set(handle, CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")
            unsafe Curl.set(handle, CURLOPT_USERNAME, credentials.user)
            unsafe Curl.set(handle, CURLOPT_PASSWORD, credentials.password.reveal())
        }
    }

    /// The options of one mail; `delivery` and `recipients` have to outlive the transfer.
    private func prepare(
        _ handle: UnsafeMutableRawPointer,
        delivery: SMTPDelivery,
        recipients: UnsafeMutablePointer<curl_slist>?
    ) {
        let context = unsafe Unmanaged.passUnretained(delivery).toOpaque()
        unsafe Curl.set(handle, CURLOPT_MAIL_FROM, "<\(delivery.from)>")
        _ = unsafe gatehouse_curl_setopt_list(handle, CURLOPT_MAIL_RCPT, recipients)
        unsafe Curl.set(handle, CURLOPT_UPLOAD, 1)
        _ = unsafe gatehouse_curl_setopt_pointer(handle, CURLOPT_READDATA, context)
        _ = unsafe gatehouse_curl_setopt_read(handle) { bytes, size, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
            let delivery = unsafe Unmanaged<SMTPDelivery>.fromOpaque(context).takeUnretainedValue()
            return unsafe delivery.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        }
        unsafe Curl.set(handle, CURLOPT_NOPROGRESS, 0)
        _ = unsafe gatehouse_curl_setopt_pointer(handle, CURLOPT_XFERINFODATA, context)
        _ = unsafe gatehouse_curl_setopt_progress(handle) { context, _, _, _, _ in
            guard let context = unsafe context else { return 0 }
            return unsafe Unmanaged<SMTPDelivery>.fromOpaque(context).takeUnretainedValue().isCancelled ? 1 : 0
        }
    }
}
