import CCurl
import GatehouseServer

/// What the gateway's answer, or none, means for the SMS.
enum SMSFailure {
    /// Judges by the status: these say that the message itself is at fault.
    ///
    /// Everything else may be better next time, a refused
    /// signature or a wrong address too, once the operator has mended it.
    ///
    /// What the gateway writes is not read, because it tends to repeat the recipient's number.
    static func classify(status: Int) -> DeliveryError? {
        switch status {
        case 200..<300: nil
        case 400, 410, 413, 422: .permanent("the SMS gateway answered \(status)")
        default: .transient("the SMS gateway answered \(status)")
        }
    }

    /// A transfer that brought no answer.
    static func classify(_ code: CURLcode) -> DeliveryError {
        switch code {
        case CURLE_ABORTED_BY_CALLBACK: .transient("the delivery was cancelled")
        default: .transient(unsafe String(cString: curl_easy_strerror(code)))
        }
    }
}
