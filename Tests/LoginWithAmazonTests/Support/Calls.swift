import Foundation
import LoginWithAmazon

extension AMZNAuthorizeRequest {
    static func request(
        for scopes: [any AMZNScope] = [AMZNProfileScope.profile()],
        _ strategy: AMZNInteractiveStrategy = .auto
    ) -> AMZNAuthorizeRequest {
        let request = AMZNAuthorizeRequest()
        request.scopes = scopes
        request.interactiveStrategy = strategy
        return request
    }
}

/// The handler-based calls of the API as async functions.
///
/// A handler that is called twice terminates the process; one that is not called times the test out.
enum Calls {
    static func authorize(_ request: AMZNAuthorizeRequest) async -> Outcome {
        await withCheckedContinuation { continuation in
            AMZNAuthorizationManager.shared().authorize(request) { result, userDidCancel, error in
                continuation.resume(returning: Outcome(result, userDidCancel, error))
            }
        }
    }

    static func authorize(
        _ scopes: [any AMZNScope] = [AMZNProfileScope.profile()],
        _ strategy: AMZNInteractiveStrategy = .auto
    ) async -> Outcome {
        await authorize(.request(for: scopes, strategy))
    }

    static func signOut() async -> ErrorCode? {
        await withCheckedContinuation { continuation in
            AMZNAuthorizationManager.shared().signOut { continuation.resume(returning: $0.map(ErrorCode.init)) }
        }
    }

    static func fetch() async -> (profile: [String: String]?, error: ErrorCode?) {
        await withCheckedContinuation { continuation in
            AMZNUser.fetch { user, error in
                let profile = user?.profileData as? [String: String]
                continuation.resume(returning: (profile, error.map(ErrorCode.init)))
            }
        }
    }
}
