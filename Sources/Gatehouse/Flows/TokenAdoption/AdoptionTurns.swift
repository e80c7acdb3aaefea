import Synchronization

/// Lets one caller at a time take over the session of a refresh token: whoever comes second goes on with what the first has made of it.
final class AdoptionTurns: Sendable {
    /// Who waits, by the fingerprints of the tokens.
    private let waiting = Mutex<[String: [OneShot<Void>]]>([:])

    /// Waits until nobody else has the turn; whoever gets it gives it back.
    ///
    /// - Parameter origin: The fingerprint of the refresh token; without one there is nothing to wait for.
    /// - Throws: `cancelled` when the task was cancelled before.
    func take(_ origin: String?) async throws(AuthError) {
        guard let origin else { return }
        while true {
            let end: OneShot<Void>? = waiting.withLock {
                guard let others = $0[origin] else {
                    $0[origin] = []
                    return nil
                }
                let end = OneShot<Void>()
                $0[origin] = others + [end]
                return end
            }
            guard let end else { return }
            guard await end.value != nil else { throw .cancelled() }
        }
    }

    func giveBack(_ origin: String?) {
        guard let origin else { return }
        let others = waiting.withLock { $0.removeValue(forKey: origin) } ?? []
        for other in others { other.resolve(()) }
    }
}
