import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct VerifiedTokenCacheTests {
    private func token(_ id: String, _ key: SigningKey) throws -> Secret {
        let claims = AccessTokenClaims(
            issuer: "https://id.example.com",
            subject: "person",
            audience: Audience(["https://id.example.com"]),
            expiresAt: UnixTime(seconds: 2),
            issuedAt: UnixTime(seconds: 1),
            tokenID: id,
            clientID: "app",
            scope: [.openid]
        )
        return try key.sign(claims, as: .accessToken)
    }

    private func keys(_ keys: SigningKey...) -> KeyringSnapshot {
        let now = Date(timeIntervalSince1970: 0)
        let stored = keys.map { key in
            (
                StoredKey(id: StoredKey.ID(key.keyID), algorithm: .es256, sealedPrivateKey: Data(), createdAt: now), key
            )
        }
        return KeyringSnapshot(stored, freshUntil: now)
    }

    @Test func returnsClaimsOnRepeatedVerification() throws {
        let key = try SigningKey.generate(.es256)
        let cache = VerifiedTokenCache()
        let token = try token("one", key)
        for _ in 1...2 { #expect(cache.claims(of: token, under: keys(key))?.tokenID == "one") }
    }

    @Test func rejectsTokenWithDifferentSignature() throws {
        let key = try SigningKey.generate(.es256)
        let cache = VerifiedTokenCache()
        let token = try token("one", key)
        #expect(cache.claims(of: token, under: keys(key)) != nil)
        let signed = token.reveal()
        let forged = signed.dropLast(4) + (signed.hasSuffix("AAAA") ? "BBBB" : "AAAA")
        #expect(cache.claims(of: Secret(String(forged)), under: keys(key)) == nil)
        #expect(cache.claims(of: try self.token("two", .generate(.es256)), under: keys(key)) == nil)
    }

    @Test func removesTokenWithItsKey() throws {
        let (key, next) = (try SigningKey.generate(.es256), try SigningKey.generate(.es256))
        let cache = VerifiedTokenCache()
        let token = try token("one", key)
        #expect(cache.claims(of: token, under: keys(key)) != nil)
        #expect(cache.claims(of: token, under: keys(key, next)) != nil)
        #expect(cache.claims(of: token, under: keys(next)) == nil)
        #expect(cache.claims(of: token, under: keys(key)) != nil)
    }

    @Test func verifiesTokensBeyondCapacity() throws {
        let key = try SigningKey.generate(.es256)
        let cache = VerifiedTokenCache(capacity: 2)
        let keys = keys(key)
        let tokens = try (1...7).map { try token("\($0)", key) }
        for _ in 1...2 {
            #expect(tokens.compactMap { cache.claims(of: $0, under: keys)?.tokenID } == (1...7).map(String.init))
        }
        #expect(cache.count <= 4)
    }
}
