import Foundation
import GatehouseWire

extension NativeFlow {
    /// How often the server is asked whether the password is changed.
    private static let polls = 6
    /// The pause between two questions that a server which names none is given, and the longest that is waited, in seconds.
    private static let pollPause = (usual: 2, longest: 30)

    func startReset(_ email: String, _ request: NativeRequest) async throws(AuthError) -> ResetCode {
        let place = try place(for: email, request)
        let answer = try await send(EntraResetStartEndpoint.self, start(at: place), at: place, isRepeatable: true)
        let begun = try answer.success()
        return try await resetCode(answer.place.with(begun.continuationToken))
    }

    /// Has a code sent.
    func resetCode(_ place: NativePlace) async throws(AuthError) -> ResetCode {
        let (place, challenge) = try await challenge(EntraResetChallengeEndpoint.self, at: place)
        do throws(AuthError) {
            return ResetCode(flow: self, place: place, delivery: try delivery(challenge))
        } catch {
            throw error.of(place)
        }
    }

    func resetPassword(_ place: NativePlace, code: String) async throws(AuthError) -> ResetPassword {
        guard !code.isEmpty else { throw .empty(.wrongCode, "code").of(place) }
        let request = EntraResetContinueRequest(
            clientID: clientID,
            continuationToken: try place.requiredToken,
            code: Secret(code)
        )
        let answer = try await send(EntraResetContinueEndpoint.self, request, at: place)
        let proven = try answer.success()
        return ResetPassword(flow: self, place: answer.place.with(proven.continuationToken))
    }

    func changePassword(_ place: NativePlace, to password: String) async throws(AuthError) -> ResetCompleted {
        guard !password.isEmpty else { throw .empty(.passwordRefused, "password").of(place) }
        let request = EntraResetSubmitRequest(
            clientID: clientID,
            continuationToken: try place.requiredToken,
            newPassword: Secret(password)
        )
        let answer = try await send(EntraResetSubmitEndpoint.self, request, at: place)
        let submitted = try answer.success()
        return try await completion(at: answer.place.with(submitted.continuationToken), every: submitted.pollInterval)
    }

    /// Waits until the server says that the password is changed.
    private func completion(at place: NativePlace, every interval: Int) async throws(AuthError) -> ResetCompleted {
        let pause = interval > 0 ? min(interval, Self.pollPause.longest) : Self.pollPause.usual
        let request = EntraResetPollRequest(clientID: clientID, continuationToken: try place.requiredToken)
        for poll in 1...Self.polls {
            let answer: NativeAnswer<EntraResetPollResponse>
            do throws(AuthError) {
                answer = try await send(EntraResetPollEndpoint.self, request, at: place, isRepeatable: true)
            } catch {
                var error = error
                if error.code == .passwordRefused { error.place = place }
                throw error
            }
            let response = try answer.success()
            switch response.status {
            case .succeeded:
                return ResetCompleted(flow: self, place: answer.place.with(response.continuationToken))
            case .failed:
                throw .resetFailed("The server could not change the password. Begin again.").of(answer.place)
            case .inProgress, .notStarted:
                guard poll < Self.polls else { continue }
                guard (try? await environment.sleep(.seconds(pause))) != nil else {
                    throw .cancelled("The wait for the new password was cancelled.").of(place)
                }
            }
        }
        throw .resetFailed("The server takes too long to change the password. Try to sign in with it later.").of(place)
    }
}

extension AuthError {
    fileprivate static func resetFailed(_ message: String) -> AuthError {
        AuthError(.serverUnavailable, message, recovery: .interact)
    }
}
