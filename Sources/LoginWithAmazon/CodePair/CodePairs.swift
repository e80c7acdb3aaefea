import Gatehouse
import GatehouseWire
import Synchronization

/// The codes that persons are to type in on another device, by the scopes they are for.
final class CodePairs: Sendable {
    private enum Pair {
        case shown(PendingDeviceSignIn)
        case awaited(Task<Result<String, AuthError>, Never>, PendingDeviceSignIn)
    }

    private let pairs = Mutex<[Set<Scope>: Pair]>([:])

    /// Keeps a code that is shown to the person; an older one for the same scopes is forgotten.
    func keep(_ pending: PendingDeviceSignIn, for scopes: ScopeSet) {
        let older = pairs.withLock { $0.updateValue(.shown(pending), forKey: Set(scopes)) }
        if case .awaited(let task, _)? = older { task.cancel() }
    }

    /// Waits for the end of a code, once for all who ask.
    ///
    /// - Returns: The access token.
    /// - Throws: ``AuthError`` when there is no code for these scopes, or nobody typed it in, or the person did not agree.
    func token(for scopes: ScopeSet, with gatehouse: GatehouseClient) async throws(AuthError) -> String {
        let key = Set(scopes)
        let task = pairs.withLock { pairs -> Task<Result<String, AuthError>, Never>? in
            switch pairs[key] {
            case nil: return nil
            case .awaited(let task, _)?: return task
            case .shown(let pending)?:
                let task = Task(name: "login with amazon code") { await Self.finish(pending, with: gatehouse) }
                pairs[key] = .awaited(task, pending)
                return task
            }
        }
        guard let task else {
            throw AuthError(
                .interactionRequired,
                "There is no code for these scopes. Create one first.",
                recovery: .interact
            )
        }
        let result = await task.value
        pairs.withLock {
            guard case .awaited(task, let pending)? = $0[key] else { return }
            $0[key] = result.isOfTheWaitAlone && !pending.isSpent ? .shown(pending) : nil
        }
        return try result.get()
    }

    private static func finish(
        _ pending: PendingDeviceSignIn,
        with gatehouse: GatehouseClient
    ) async -> Result<String, AuthError> {
        do throws(AuthError) {
            return .success(try await gatehouse.finish(pending).accessToken().value)
        } catch {
            return .failure(error)
        }
    }
}

extension Result<String, AuthError> {
    /// Whether the code itself has not failed.
    fileprivate var isOfTheWaitAlone: Bool {
        guard case .failure(let error) = self else { return false }
        switch error.code {
        case .cancelled: return error.serverCode == nil
        case .storeLocked, .storeCorrupt, .storeDenied, .storeUnavailable: return true
        default: return false
        }
    }
}
