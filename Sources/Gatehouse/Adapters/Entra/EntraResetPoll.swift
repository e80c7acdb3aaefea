import Foundation
import GatehouseWire

/// The completion of a password reset at Entra, which changes passwords in the background.
struct EntraResetPoll: Sendable {
    let service: EntraNativeAuthentication

    /// The number of polls for the completion of a reset.
    private static let polls = 6
    /// The default and maximum poll intervals, in seconds.
    private static let pollPause = (standard: 2, longest: 30)

    /// Polls until the server has changed the password.
    func completion(
        at position: NativeFlowPosition,
        every interval: Int
    ) async throws(AuthError) -> PasswordResetCompletion {
        let pause = interval > 0 ? min(interval, Self.pollPause.longest) : Self.pollPause.standard
        let request = EntraResetPollRequest(clientID: service.clientID, continuationToken: try position.requiredToken)
        for poll in 1...Self.polls {
            let result: NativeResponse<EntraResetPollResponse>
            do throws(AuthError) {
                result = try await service.requests.send(
                    EntraResetPollEndpoint.self,
                    request,
                    at: position,
                    isRepeatable: true
                )
            } catch {
                var error = error
                if error.code == .passwordRejected { error.continuationToken = position.token }
                throw error
            }
            let response = try result.success()
            switch response.status {
            case .succeeded:
                return PasswordResetCompletion(
                    service: service,
                    position: result.position.with(response.continuationToken)
                )
            case .failed:
                throw .resetFailed("The server could not change the password. Start again.").at(result.position)
            case .inProgress, .notStarted:
                guard poll < Self.polls else { continue }
                guard (try? await service.environment.sleep(.seconds(pause))) != nil else {
                    throw .cancelled("The password reset was cancelled.").at(position)
                }
            }
        }
        throw .resetFailed("The server takes too long to change the password. Try to sign in with it later.").at(
            position
        )
    }
}

extension AuthError {
    fileprivate static func resetFailed(_ message: String) -> AuthError {
        AuthError(.serverUnavailable, message, recovery: .signInAgain)
    }
}
