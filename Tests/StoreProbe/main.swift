import Foundation
import Gatehouse
import GatehouseWire

// A process that shares its store with others: it runs the command of each input line and writes one line of response.
// The argument is the protection; store, bus and libraries come from the environment.

let protections: [String: FileTokenStore.Protection] = [
    "automatic": .automatic, "secret-service": .secretService, "key-file": .keyFile, "plaintext": .plaintext,
]
let store = FileTokenStore(protection: protections[CommandLine.arguments.dropFirst().first ?? ""] ?? .automatic)
let key = TokenStoreKey(issuer: "https://id.example.com", clientID: "probe")
let sessionStore = SessionStore(key, in: store)

/// Returns sessions of a generation, with or without a signed-in account.
func sessions(_ generation: UInt64, _ account: Substring?) -> StoredSessions {
    let grants = account.map { account in
        StoredSession(
            id: "grant",
            account: Account(id: String(account)),
            scopes: [.openid],
            accessToken: Secret("access-of-\(account)"),
            expiresAt: Date(timeIntervalSince1970: 1_800_000_000),
            refreshToken: Secret("refresh-of-\(account)"),
            idToken: nil
        )
    }
    return StoredSessions(generation: generation, sessions: grants.map { [$0] } ?? [], current: grants?.id)
}

func respond(_ words: [Substring]) async throws(TokenStoreError) -> String {
    switch words.first {
    case "load":
        guard let found = try await sessionStore.load() else { return "nothing" }
        return "generation \(found.generation) of \(found.sessions.first?.account.id ?? "nobody")"
    case "save":
        let generation = UInt64(words[1]) ?? 0
        let next = sessions(generation, words.count > 2 ? words[2] : nil)
        let saved = try await sessionStore.update { ($0?.generation ?? 0) == generation - 1 ? next : nil }
        guard saved != nil else { throw TokenStoreError(.conflict, "Another generation is stored.") }
        return "saved"
    case "rehearse":
        try await sessionStore.checkWritable()
        return "would save"
    case "remove":
        try await store.remove(key)
        return "removed"
    case "state":
        return "\(await FileTokenStore.keyringStatus())"
    case "unlock":
        return "\(await FileTokenStore.unlockKeyring())"
    default:
        return "what?"
    }
}

let clock = ContinuousClock()
while let line = readLine() {
    let start = clock.now
    var text: String
    do throws(TokenStoreError) {
        text = try await respond(line.split(separator: " "))
    } catch {
        text = "\(error.code): \(error.detail)"
    }
    let time = start.duration(to: clock.now) / .microseconds(1)
    FileHandle.standardOutput.write(Data("\(Int(time)) \(text)\n".utf8))
}
