import CCurl
import GatehouseServer

/// What a failed transfer means for the mail.
enum SMTPFailure {
    /// Judges by the server's last answer where it refused (RFC 5321 §4.2.1); everything else may be better next time.
    ///
    /// The server's own words are left out, because they tend to repeat the recipient's address.
    static func classify(_ status: CURLcode, answer: Int) -> DeliveryError {
        switch (status, answer) {
        // Says nothing about the mail: once the operator has mended the password, it goes out.
        case (CURLE_LOGIN_DENIED, _): .transient("the mail server does not accept the user or the password (\(answer))")
        case (_, 500...): .permanent("the mail server answered \(answer)")
        case (_, 400...): .transient("the mail server answered \(answer)")
        case (CURLE_ABORTED_BY_CALLBACK, _): .transient("the delivery was cancelled")
        case (CURLE_USE_SSL_FAILED, _): .transient("the mail server offers no encryption, which is required")
        default: .transient(unsafe String(cString: curl_easy_strerror(status)))
        }
    }
}
