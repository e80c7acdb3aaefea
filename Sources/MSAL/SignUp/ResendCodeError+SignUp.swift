import Gatehouse
import GatehouseWire

extension ResendCodeError {
    /// Whether the sign-up goes on all the same: the server refused in words that leave it as it is, or could not be asked.
    var keepsSignUp: Bool {
        guard let code = failure.cause?.serverCode.map(OAuthErrorCode.init) else { return failure.isTransient }
        return failure.isTransient
            || [.invalidRequest, .unauthorizedClient, .unsupportedChallengeType, .expiredToken].contains(code)
    }
}
