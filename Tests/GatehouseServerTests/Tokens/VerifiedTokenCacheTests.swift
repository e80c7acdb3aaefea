import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct VerifiedTokenCacheTests {
    private let now = Date(timeIntervalSince1970: 1)

    private func token(_ id: String, _ key: SigningKey, scope: ScopeSet = [.openid]) throws -> Secret {
        let claims = AccessTokenClaims(
            issuer: "https://id.example.com",
            subject: "person",
            audience: Audience(["https://id.example.com"]),
            expiresAt: UnixTime(seconds: 2),
            issuedAt: UnixTime(seconds: 1),
            tokenID: id,
            clientID: "app",
            scope: scope
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
        for _ in 1...2 { #expect(cache.claims(of: token, under: keys(key), at: now)?.tokenID == "one") }
    }

    @Test func rejectsTokenWithDifferentSignature() throws {
        let key = try SigningKey.generate(.es256)
        let cache = VerifiedTokenCache()
        let token = try token("one", key)
        #expect(cache.claims(of: token, under: keys(key), at: now) != nil)
        let signed = token.reveal()
        let forged = signed.dropLast(4) + (signed.hasSuffix("AAAA") ? "BBBB" : "AAAA")
        #expect(cache.claims(of: Secret(String(forged)), under: keys(key), at: now) == nil)
        #expect(cache.claims(of: try self.token("two", .generate(.es256)), under: keys(key), at: now) == nil)
    }

    @Test func removesTokenWithItsKey() throws {
        let (key, next) = (try SigningKey.generate(.es256), try SigningKey.generate(.es256))
        let cache = VerifiedTokenCache()
        let token = try token("one", key)
        #expect(cache.claims(of: token, under: keys(key), at: now) != nil)
        #expect(cache.claims(of: token, under: keys(key, next), at: now) != nil)
        #expect(cache.claims(of: token, under: keys(next), at: now) == nil)
        #expect(cache.claims(of: token, under: keys(key), at: now) != nil)
    }

    @Test func verifiesTokensBeyondCapacity() throws {
        let key = try SigningKey.generate(.es256)
        let cache = VerifiedTokenCache(capacity: 2)
        let keys = keys(key)
        let tokens = try (1...7).map { try token("\($0)", key) }
        for _ in 1...2 {
            #expect(
                tokens.compactMap { cache.claims(of: $0, under: keys, at: now)?.tokenID } == (1...7).map(String.init)
            )
        }
        #expect(cache.size.tokens <= 4)
    }

    @Test func boundsMemoryOfLongestTokens() throws {
        let key = try SigningKey.generate(.es256)
        let cache = VerifiedTokenCache(byteLimit: 40_000)
        let keys = keys(key)
        let scope = ScopeSet((1...1_000).map { Scope(rawValue: "orders:\($0)") })
        for number in 1...9 {
            let token = try token("\(number)", key, scope: scope)
            #expect(token.reveal().utf8.count > 13_000)
            #expect(cache.claims(of: token, under: keys, at: now)?.scope == scope)
            #expect(cache.size.tokens > 0 && cache.size.bytes <= 80_000)
        }
        let longer = VerifiedTokenCache(byteLimit: 1_000)
        #expect(longer.claims(of: try token("one", key, scope: scope), under: keys, at: now) != nil)
        #expect(longer.size == (0, 0))
    }

    @Test func removesTokenThatHasExpired() throws {
        let key = try SigningKey.generate(.es256)
        let cache = VerifiedTokenCache()
        let token = try token("one", key)
        #expect(cache.claims(of: token, under: keys(key), at: now) != nil)
        #expect(cache.size.tokens == 1 && cache.size.bytes == token.reveal().utf8.count)
        for _ in 1...2 {
            #expect(cache.claims(of: token, under: keys(key), at: now.addingTimeInterval(1)) == nil)
            #expect(cache.size == (0, 0))
        }
    }

    @Test func doesNotCacheRejectedToken() throws {
        let (key, other) = (try SigningKey.generate(.es256), try SigningKey.generate(.es256))
        let cache = VerifiedTokenCache()
        #expect(cache.claims(of: try token("one", other), under: keys(key), at: now) == nil)
        #expect(cache.size == (0, 0))
    }
}
