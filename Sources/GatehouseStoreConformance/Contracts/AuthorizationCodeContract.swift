import Foundation
import GatehouseStore
import GatehouseWire
import Testing

/// The contract of authorization codes.
enum AuthorizationCodeContract {
    static let tests: [StoreContractTest] = [
        StoreContractTest("Stores and returns all fields of an authorization code") { store throws in
            try await store.seed()
            let code = AuthorizationCode(
                id: "full",
                clientID: "app",
                accountID: "user",
                browserSessionID: "browser",
                redirectURI: "https://app.example.com/callback",
                scopes: [.openid, .email],
                resources: ["https://api.example.com"],
                keyThumbprint: "thumbprint",
                nonce: "nonce",
                codeChallenge: "challenge",
                codeChallengeMethod: .s256,
                authentication: SampleRecords.authentication(
                    [SampleRecords.password, SampleRecords.code],
                    requestedClass: ACR(rawValue: "phr")
                ),
                claims: ["id_token": ["email": nil, "acr": ["essential": true]]],
                expiresAt: SampleRecords.now + 60
            )
            try await store.commit([.code(.insert(code)), .code(.insert(SampleRecords.code("bare")))])
            #expect(try await store.code("full") == code)
            #expect(try await store.code("bare") == SampleRecords.code("bare"))
            #expect(try await store.code("other") == nil)
        },
        StoreContractTest("Rejects an authorization code with an existing id") { store throws in
            try await store.seed()
            try await store.commit([.code(.insert(SampleRecords.code()))])
            await store.expectConflict(.code(.insert(SampleRecords.code())))
        },
        StoreContractTest("Rejects an authorization code of a missing account or client") { store throws in
            try await store.seed()
            await store.expectConflict(.code(.insert(SampleRecords.code(account: "nobody"))))
            await store.expectConflict(.code(.insert(SampleRecords.code(client: "nothing"))))
            #expect(try await store.code("code") == nil)
        },
        StoreContractTest("Records the time and session of a redemption") { store throws in
            try await store.seed()
            try await store.commit([.code(.insert(SampleRecords.code()))])
            try await store.commit([.code(.redeem("code", session: "session", at: SampleRecords.now + 3))])
            var redeemed = SampleRecords.code()
            redeemed.redeemedAt = SampleRecords.now + 3
            redeemed.sessionID = "session"
            #expect(try await store.code("code") == redeemed)
        },
        StoreContractTest("Rejects a second redemption of a code") { store throws in
            try await store.seed()
            try await store.commit([
                .code(.insert(SampleRecords.code())), .code(.redeem("code", session: "first", at: SampleRecords.now)),
            ])
            await store.expectConflict(.code(.redeem("code", session: "second", at: SampleRecords.now + 1)))
            #expect(try await store.code("code")?.sessionID == "first")
        },
        StoreContractTest("Rejects the redemption of a missing code") { store throws in
            await store.expectConflict(.code(.redeem("code", session: "session", at: SampleRecords.now)))
        },
        StoreContractTest("Accepts one of 50 concurrent redemptions of a code") { store throws in
            try await store.seed()
            try await store.commit([.code(.insert(SampleRecords.code()))])
            let count = await store.successCount { contender in
                let id = Session.ID("\(contender)")
                return [
                    .session(.insert(SampleRecords.session(id))),
                    .code(.redeem("code", session: id, at: SampleRecords.now)),
                ]
            }
            #expect(count == 1)
            let redeemedFor = try await store.code("code")?.sessionID
            #expect(try await store.sessions(of: "user").map(\.id) == [redeemedFor])
        },
    ]
}
