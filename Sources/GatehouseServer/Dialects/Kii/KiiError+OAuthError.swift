package import GatehouseWire
import HTTPTypes

extension KiiError {
    /// A refusal of the server's own in Kii's words.
    ///
    /// - Parameters:
    ///   - error: The refusal.
    ///   - invalidGrant: What is said of whatever was given in exchange for tokens.
    package init(_ error: OAuthError, invalidGrant: KiiError = .invalidGrant) {
        let wait = error.retryAfter.map { Int($0.components.seconds) + ($0.components.attoseconds > 0 ? 1 : 0) }
        switch error.code {
        case .invalidGrant: self = invalidGrant
        case .unauthorizedClient: self = .oauth(.unauthorizedClient, error.description)
        case .temporarilyUnavailable where error.status == .tooManyRequests:
            self.init(.tooManyRequests, error.description, retryAfter: wait)
        case .temporarilyUnavailable: self.init(.temporarilyUnavailable, error.description, retryAfter: wait)
        case .serverError: self.init(.undefinedError, error.description)
        case .invalidRequest where error.status == .notFound: self.init(.notFound, error.description)
        case .invalidRequest where error.status == .methodNotAllowed:
            self.init(.methodNotAllowed, error.description)
        case .invalidRequest where error.status == .contentTooLarge:
            self.init(.requestTooLarge, error.description)
        case .invalidRequest where error.status == .unsupportedMediaType:
            self.init(.unsupportedMediaType, error.description)
        default: self.init(.invalidInputData, error.description)
        }
    }
}
