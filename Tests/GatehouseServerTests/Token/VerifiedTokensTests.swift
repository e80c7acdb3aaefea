import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct VerifiedTokensTests {
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

    @Test func aTokenIsReadTheSameTheSecondTime() throws {
        let key = try SigningKey.generate(.es256)
        let verified = VerifiedTokens()
        let token = try token("one", key)
        for _ in 1...2 { #expect(verified.claims(of: token, under: keys(key))?.tokenID == "one") }
    }

    @Test func aTokenWithAnotherSignatureIsAnotherToken() throws {
        let key = try SigningKey.generate(.es256)
        let verified = VerifiedTokens()
        let token = try token("one", key)
        #expect(verified.claims(of: token, under: keys(key)) != nil)
        let signed = token.reveal()
        let forged = signed.dropLast(4) + (signed.hasSuffix("AAAA") ? "BBBB" : "AAAA")
        #expect(verified.claims(of: Secret(String(forged)), under: keys(key)) == nil)
        #expect(verified.claims(of: try self.token("two", .generate(.es256)), under: keys(key)) == nil)
    }

    @Test func aTokenIsForgottenWithItsKey() throws {
        let (key, next) = (try SigningKey.generate(.es256), try SigningKey.generate(.es256))
        let verified = VerifiedTokens()
        let token = try token("one", key)
        #expect(verified.claims(of: token, under: keys(key)) != nil)
        #expect(verified.claims(of: token, under: keys(key, next)) != nil)
        #expect(verified.claims(of: token, under: keys(next)) == nil)
        #expect(verified.claims(of: token, under: keys(key)) != nil)
    }

    @Test func moreTokensThanAreRememberedAreGoodAllTheSame() throws {
        let key = try SigningKey.generate(.es256)
        let verified = VerifiedTokens(capacity: 2)
        let keys = keys(key)
        let tokens = try (1...7).map { try token("\($0)", key) }
        for _ in 1...2 {
            #expect(tokens.compactMap { verified.claims(of: $0, under: keys)?.tokenID } == (1...7).map(String.init))
        }
        #expect(verified.count <= 4)
    }
}
