import Dispatch
import Foundation
import KiiSDK

/// A call of the API in its three forms.
struct KiiCall: Sendable {
    let name: String
    let wait: @Sendable () throws -> KiiUser?
    let hand: @Sendable (@escaping KiiUserBlock) -> Void
    let value: @Sendable () async throws -> KiiUser?

    /// What came of it.
    func outcome(_ form: Form) async -> Heard {
        switch form {
        case .blocking:
            return await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    do { continuation.resume(returning: Heard(user: try wait())) } catch let error as NSError {
                        continuation.resume(returning: Heard(error: error))
                    }
                }
            }
        case .block:
            return await withCheckedContinuation { continuation in
                hand { user, error in
                    continuation.resume(returning: Heard(user: user, error: error.map { $0 as NSError }))
                }
            }
        case .async:
            do { return Heard(user: try await value()) } catch let error as NSError { return Heard(error: error) }
        }
    }
}
