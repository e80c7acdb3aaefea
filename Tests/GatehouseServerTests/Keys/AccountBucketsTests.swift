import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountBucketsTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private let buckets: AccountBuckets

    init() throws {
        let bytes = SeededBytes(seed: 1)
        buckets = AccountBuckets(masterKey: try Self.key(7), random: RandomSource { bytes.bytes($0) })
    }

    private static func key(_ byte: UInt8) throws -> MasterKey {
        try #require(MasterKey(bytes: Data(repeating: byte, count: 32)))
    }

    private func sessionID(of account: Account.ID) -> Session.ID {
        buckets.newSessionID(of: account, startingAt: Self.start)
    }

    /// Tokens keep their meaning over releases, so these values must never change.
    @Test(
        arguments: [
            ("account-1", 2025, "2701-p8gAAQIDBAUGBwgJCgsMDQ", "40cAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0"),
            ("account-2", 28720, "2701-0BEAAQIDBAUGBwgJCgsMDQ", "lJ4AAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0"),
        ] as [(Account.ID, UInt16, Session.ID, String)]
    )
    func keepsLayout(account: Account.ID, bucket: UInt16, session: Session.ID, secret: String) throws {
        let buckets = AccountBuckets(masterKey: try Self.key(7), random: RandomSource { Data(0..<UInt8($0)) })
        #expect(AccountBuckets.bucket(of: account) == bucket)
        #expect(buckets.newSessionID(of: account, startingAt: Self.start) == session)
        #expect(buckets.newSecret(of: account).secret.reveal() == secret)
    }

    @Test(arguments: ["account-1", "YXV0aG9yaXplZA", "", "例"] as [Account.ID])
    func findsBucketOfAccount(account: Account.ID) {
        let bucket = AccountBuckets.bucket(of: account)
        for _ in 0..<100 {
            #expect(buckets.bucket(in: sessionID(of: account)) == bucket)
            #expect(buckets.bucket(in: buckets.newSecret(of: account).secret) == bucket)
        }
    }

    @Test func encodesInAlphabetOfTokens() {
        for _ in 0..<100 {
            #expect(sessionID(of: "account-1").rawValue.wholeMatch(of: /2701-[A-Za-z0-9_-]{22}/) != nil)
            let secret = buckets.newSecret(of: "account-1").secret.reveal()
            #expect(secret.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
        }
    }

    /// Of 4,096 beginnings, a thousand random IDs have about 890.
    @Test(arguments: ["account-1", "account-2"] as [Account.ID])
    func masksBucketDifferentlyInEachID(account: Account.ID) {
        let sessions = (0..<1_000).map { _ in sessionID(of: account).rawValue.dropFirst(5).prefix(2) }
        #expect(Set(sessions).count > 800)
        let secrets = (0..<1_000).map { _ in buckets.newSecret(of: account).secret.reveal().prefix(2) }
        #expect(Set(secrets).count > 800)
    }

    @Test func hidesBucketFromOtherKeys() throws {
        let other = AccountBuckets(masterKey: try Self.key(8), random: RandomSource { Data(count: $0) })
        let found = (0..<100).map { _ in other.bucket(in: sessionID(of: "account-1")) }
        #expect(found.count { $0 == AccountBuckets.bucket(of: "account-1") } < 3)
        #expect(Set(found).count > 90)
    }

    /// The last letter of 16 and of 32 bytes has bits that must be zero.
    @Test func findsNoBucketInOtherText() {
        let (id, secret) = (String(repeating: "A", count: 21), String(repeating: "A", count: 42))
        #expect(buckets.bucket(in: Session.ID("2611-\(id)A")) != nil)
        for text in [
            "", "2611", "2611-", "2611-AAAA", "\(id)A", "AAAA-\(id)A", "2613-\(id)A", "2611~\(id)A", "2611-\(id)",
            "2611-\(id)AA", "2611-\(id)B", "2611-\(id)=", "2611-+\(id)", "2611-\(secret)A", " 2611-\(id)A",
        ] {
            #expect(buckets.bucket(in: Session.ID(text)) == nil, "\(text)")
        }
        #expect(buckets.bucket(in: Secret("\(secret)A")) != nil)
        for text in ["", "AAAA", "\(id)A", secret, "\(secret)AA", "\(secret)B", "\(secret)=", "+\(secret)"] {
            #expect(buckets.bucket(in: Secret(text)) == nil, "\(text)")
        }
    }
}
