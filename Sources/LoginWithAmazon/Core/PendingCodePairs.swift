import Gatehouse
import GatehouseConcurrency
import GatehouseWire

/// The codes shown to users, by their scopes.
final class PendingCodePairs: Sendable {
    private enum Pair {
        case shown(PendingDeviceSignIn)
        case awaited(Task<Result<String, AuthError>, Never>, PendingDeviceSignIn)
    }

    private let pairs = Mutex<[Set<Scope>: Pair]>([:])

    /// Stores a code, replacing an older one for the same scopes.
    func store(_ pending: PendingDeviceSignIn, for scopes: ScopeSet) {
        let older = pairs.withLock { $0.updateValue(.shown(pending), forKey: Set(scopes)) }
        if case .awaited(let task, _)? = older { task.cancel() }
    }

    /// Waits until a code is approved, denied or expired; concurrent callers share one wait.
    ///
    /// - Returns: The access token.
    /// - Throws: ``AuthError`` if no code exists for these scopes, if it has expired, or if the user denied the
    ///   request.
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
                "No code exists for these scopes. Create one first.",
                recovery: .signInAgain
            )
        }
        let result = await task.value
        pairs.withLock {
            guard case .awaited(task, let pending)? = $0[key] else { return }
            $0[key] = result.leavesCodeUsable && !pending.isSpent ? .shown(pending) : nil
        }
        return try result.get()
    }

    private static func finish(
        _ pending: PendingDeviceSignIn,
        with gatehouse: GatehouseClient
    ) async -> Result<String, AuthError> {
        do throws(AuthError) {
            return .success(try await AmazonSignIn(of: gatehouse).finish(pending).accessToken().value)
        } catch {
            return .failure(error)
        }
    }
}

extension Result<String, AuthError> {
    /// Whether only the waiting failed and the code can still be used.
    fileprivate var leavesCodeUsable: Bool {
        guard case .failure(let error) = self else { return false }
        switch error.code {
        case .cancelled: return error.response?.error == nil
        case .storeLocked, .storeCorrupt, .storeDenied, .storeUnavailable: return true
        default: return false
        }
    }
}

extension AmazonClient {
    func createCodePair(
        _ requested: Result<RequestedScopes, LoginFailure>
    ) async -> Result<DeviceAuthorizationPrompt, LoginFailure> {
        switch requested {
        case .failure(let failure): return .failure(failure)
        case .success(let requested):
            let options = AmazonSignInOptions(scopeData: requested.data, region: codePairRegion)
            return await result { client throws(AuthError) in
                let pending = try await AmazonSignIn(of: client.gatehouse)
                    .startDeviceSignIn(scopes: requested.scopes, options: options)
                client.codePairs.store(pending, for: requested.scopes)
                return pending.prompt
            }
        }
    }

    func token(ofCodePair requested: Result<RequestedScopes, LoginFailure>) async -> Result<String, LoginFailure> {
        switch requested {
        case .failure(let failure): .failure(failure)
        case .success(let requested):
            await result { client throws(AuthError) in
                try await client.codePairs.token(for: requested.scopes, with: client.gatehouse)
            }
        }
    }

    private var codePairRegion: AmazonRegion? {
        let region = settings.codePairRegion
        return region == .auto ? nil : region.amazonRegion
    }
}
