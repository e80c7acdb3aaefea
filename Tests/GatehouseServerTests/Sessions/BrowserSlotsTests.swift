import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct BrowserSlotsTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)

    /// Returns the session of an account, last used at a second.
    private func entry(_ account: String, secret: String? = nil, usedAt second: Int = 0) -> BrowserSlots.Entry {
        BrowserSlots.Entry(
            secret: Secret(secret ?? account),
            session: BrowserSession(
                id: BrowserSession.ID(account),
                secretHash: secret ?? account,
                accountID: Account.ID(account),
                authentication: Authentication([PasswordVerifier.proven(at: Self.start)], at: Self.start),
                createdAt: Self.start,
                lastUsedAt: Self.start + TimeInterval(second),
                expiresAt: Self.start + 1_000
            )
        )
    }

    /// Returns the secrets that a change sets, by slot; an empty one for a deleted cookie.
    private func secrets(_ change: BrowserChange?) -> [Int: String] {
        (change?.slots ?? []).reduce(into: [:]) { $0[$1.number] = $1.entry?.secret.reveal() ?? "" }
    }

    @Test func insertsFirstSessionIntoFirstSlot() {
        let (change, dropped) = BrowserSlots().inserting(entry("ada"))
        #expect(secrets(change) == [0: "ada"] && dropped == nil)
    }

    @Test func movesCurrentSessionToFreeSlot() {
        let slots = BrowserSlots([0: entry("ada"), 1: entry("bob"), 3: entry("carol")])
        let (change, dropped) = slots.inserting(entry("dave"))
        #expect(secrets(change) == [0: "dave", 2: "ada"] && dropped == nil)
        #expect(slots.sessions.map(\.id) == ["ada", "bob", "carol"])
    }

    @Test func replacesSecretOfSameAccount() {
        let slots = BrowserSlots([0: entry("ada"), 1: entry("bob")])
        #expect(secrets(slots.inserting(entry("ada", secret: "new")).change) == [0: "new"])
        #expect(secrets(slots.inserting(entry("bob", secret: "new")).change) == [0: "new", 1: "ada"])
    }

    @Test func dropsLeastRecentlyUsedOfEightAccounts() {
        let entries = (0..<8).map { ($0, entry("account \($0)", usedAt: $0 == 5 ? 1 : 10 + $0)) }
        let (change, dropped) = BrowserSlots(Dictionary(uniqueKeysWithValues: entries)).inserting(entry("ninth"))
        #expect(secrets(change) == [0: "ninth", 5: "account 0"])
        #expect(dropped?.id == "account 5")
    }

    @Test func swapsSlotsOnSelection() {
        let slots = BrowserSlots([0: entry("ada"), 1: entry("bob"), 2: entry("carol")])
        #expect(secrets(slots.selecting("carol")) == [0: "carol", 2: "ada"])
        #expect(secrets(slots.selecting("ada")) == [:])
        #expect(slots.selecting("dave") == nil)
        #expect(secrets(BrowserSlots([1: entry("ada"), 2: entry("bob")]).selecting("bob")) == [0: "bob", 2: ""])
    }

    @Test func deletesCookiesOfRemovedAndStaleSessions() {
        let slots = BrowserSlots([0: entry("ada"), 2: entry("bob")], stale: [1, 3])
        #expect(secrets(slots.removing([entry("ada").session])) == [0: "", 1: "", 3: ""])
        #expect(secrets(slots.inserting(entry("carol")).change) == [0: "carol", 1: "ada", 3: ""])
    }
}
