extension Diagnostics {
    /// What to do about what is not as it should be; empty when all is well.
    public var advice: [String] {
        var advice: [String] = []
        switch store.trouble {
        case nil: break
        case "locked"?:
            advice.append("The stored sessions are locked. Unlock the device or the keyring; nothing is lost.")
        case "corrupt"?:
            advice.append("The stored sessions are damaged. Signing out clears them; then sign in again.")
        case "denied"?:
            advice.append("This process may not read the stored sessions. Check their owner and permissions.")
        default:
            advice.append("The stored sessions cannot be read. Check the disk and the permissions.")
        }
        if store.trouble == nil, store.writeTrouble != nil {
            advice.append("Nothing can be stored, so no token is refreshed. Check the disk and the permissions.")
        }
        if let clockOffset, abs(clockOffset) > 60 {
            let direction = clockOffset > 0 ? "behind" : "ahead"
            advice.append("The clock of this device is \(Int(abs(clockOffset))) seconds \(direction). Set it.")
        }
        if sessions.contains(where: \.isInterrupted) {
            advice.append("A refresh was interrupted. The next start tries it again; sign in if that is refused.")
        }
        if sessions.contains(where: { $0.expiresAt <= time && $0.refreshToken == nil }) {
            advice.append("A session has expired and cannot be renewed. Sign in again.")
        }
        if sessions.contains(where: { $0.failures > 0 }) {
            advice.append("The server gave no new tokens. Check the network; it is tried again by itself.")
        }
        if store.outbox > 0 {
            advice.append("The server has not heard of every sign-out yet. The next start tells it.")
        }
        return advice
    }
}
