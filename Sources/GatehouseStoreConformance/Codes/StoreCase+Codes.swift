import Foundation
import GatehouseStore
import GatehouseWire
import Testing

extension StoreCase {
    static let codes: [StoreCase] = [
        StoreCase("A code comes back as it was put in") { store throws in
            try await store.seed()
            let code = AuthorizationCode(
                id: "full",
                clientID: "app",
                accountID: "person",
                browserSessionID: "browser",
                redirectURI: "https://app.example.com/callback",
                scopes: [.openid, .email],
                nonce: "nonce",
                codeChallenge: "challenge",
                codeChallengeMethod: .s256,
                authenticatedAt: Sample.now - 5,
                methods: [.password, .oneTimeCode],
                claims: ["id_token": ["email": nil, "acr": ["essential": true]]],
                expiresAt: Sample.now + 60
            )
            try await store.commit([.code(.insert(code)), .code(.insert(Sample.code("bare")))])
            #expect(try await store.code("full") == code)
            #expect(try await store.code("bare") == Sample.code("bare"))
            #expect(try await store.code("other") == nil)
        },
        StoreCase("Inserting a code conflicts when its id exists") { store throws in
            try await store.seed()
            try await store.commit([.code(.insert(Sample.code()))])
            await store.refuses(.code(.insert(Sample.code())))
        },
        StoreCase("Inserting a code conflicts when its account or client does not exist") { store throws in
            try await store.seed()
            await store.refuses(.code(.insert(Sample.code(account: "nobody"))))
            await store.refuses(.code(.insert(Sample.code(client: "nothing"))))
            #expect(try await store.code("code") == nil)
        },
        StoreCase("Redeeming a code records when, and for which session") { store throws in
            try await store.seed()
            try await store.commit([.code(.insert(Sample.code()))])
            try await store.commit([.code(.redeem("code", session: "session", at: Sample.now + 3))])
            var redeemed = Sample.code()
            redeemed.redeemedAt = Sample.now + 3
            redeemed.sessionID = "session"
            #expect(try await store.code("code") == redeemed)
        },
        StoreCase("Redeeming a code conflicts when it is spent") { store throws in
            try await store.seed()
            try await store.commit([
                .code(.insert(Sample.code())), .code(.redeem("code", session: "first", at: Sample.now)),
            ])
            await store.refuses(.code(.redeem("code", session: "second", at: Sample.now + 1)))
            #expect(try await store.code("code")?.sessionID == "first")
        },
        StoreCase("Redeeming a code conflicts when it does not exist") { store throws in
            await store.refuses(.code(.redeem("code", session: "session", at: Sample.now)))
        },
        StoreCase("Of 50 that redeem a code at once, one gets a session") { store throws in
            try await store.seed()
            try await store.commit([.code(.insert(Sample.code()))])
            let count = await store.winners { contender in
                let id = Session.ID("\(contender)")
                return [
                    .session(.insert(Sample.session(id))), .code(.redeem("code", session: id, at: Sample.now)),
                ]
            }
            #expect(count == 1)
            let redeemedFor = try await store.code("code")?.sessionID
            #expect(try await store.sessions(of: "person").map(\.id) == [redeemedFor])
        },
    ]
}
