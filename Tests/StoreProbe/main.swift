import Foundation
import Gatehouse
import GatehouseWire

// A process that shares its store with others: it does what each line of its input says, and answers with a line. The argument is the protection;
// where the store, the bus and the libraries are comes from the environment.

let protections: [String: FileTokenStore.Protection] = [
    "automatic": .automatic, "secret-service": .secretService, "key-file": .keyFile, "plaintext": .plaintext,
]
let store = FileTokenStore(protection: protections[CommandLine.arguments.dropFirst().first ?? ""] ?? .automatic)
let key = TokenKey(issuer: "https://id.example.com", clientID: "probe")

/// Sessions of that generation with somebody signed in, or nobody.
func sessions(_ generation: UInt64, _ person: Substring?) -> StoredSessions {
    let grants = person.map { person in
        StoredGrant(
            id: "grant",
            account: Account(id: String(person)),
            scopes: [.openid],
            accessToken: Secret("access-of-\(person)"),
            expiresAt: Date(timeIntervalSince1970: 1_800_000_000),
            refreshToken: Secret("refresh-of-\(person)"),
            idToken: nil
        )
    }
    return StoredSessions(generation: generation, grants: grants.map { [$0] } ?? [], current: grants?.id)
}

func answer(_ words: [Substring]) async throws(TokenStoreError) -> String {
    switch words.first {
    case "load":
        guard let found = try await store.load(key) else { return "nothing" }
        return "generation \(found.generation) of \(found.grants.first?.account.id ?? "nobody")"
    case "save":
        let generation = UInt64(words[1]) ?? 0
        let next = sessions(generation, words.count > 2 ? words[2] : nil)
        try await store.save(next, for: key, replacing: generation == 1 ? nil : generation - 1)
        return "saved"
    case "rehearse":
        try await store.rehearse(key)
        return "would save"
    case "remove":
        try await store.remove(key)
        return "removed"
    case "state":
        return "\(await FileTokenStore.keyringState())"
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
        text = try await answer(line.split(separator: " "))
    } catch {
        text = "\(error.kind): \(error.detail)"
    }
    let time = start.duration(to: clock.now) / .microseconds(1)
    FileHandle.standardOutput.write(Data("\(Int(time)) \(text)\n".utf8))
}
