import Gatehouse
import GatehouseWire

extension Failure {
    /// What an error of the core is called here.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - terms: What refusals mean for the call that was made, where that is something of its own.
    init(_ error: AuthError, _ terms: Terms = .usual) {
        self.init(Self.code(of: error, terms), error.serverText ?? error.message)
        serverCode = error.serverCode
        serverMessage = error.serverText
        httpStatus = error.httpStatus
        if case .retry(after: let pause?) = error.recovery { retryAfter = pause }
    }

    private static func code(of error: AuthError, _ terms: Terms) -> ErrorCode {
        if let refusal = error.serverCode.map(KiiErrorCode.init) {
            if let code = terms.codes[refusal] ?? Terms.usual.codes[refusal] { return code }
        }
        return switch error.code {
        // Nobody has answered, so that nothing is known.
        case .network, .cancelled: .unableToConnect
        case .invalidAnswer: .unableToParseResponse
        // A success that cannot be read is not the server's.
        case .serverUnavailable where 200..<300 ~= error.httpStatus ?? 0: .unableToParseResponse
        // Something between this device and the server wants a browser.
        case .misconfigured where error.httpStatus != nil: .unableToParseResponse
        case .misconfigured: .invalidApplication
        case .signedOut: .notLoggedIn
        case .interactionRequired: .invalidAccessToken
        case .refused: terms.refusal
        case .storeLocked, .storeDenied: .storeDenied
        case .storeCorrupt: .storeDamaged
        case .storeUnavailable: .storeUnavailable
        default: .undefined
        }
    }
}
