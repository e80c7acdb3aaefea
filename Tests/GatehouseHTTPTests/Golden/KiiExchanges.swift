import Foundation
import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The recorded exchanges of Kii's API.
enum KiiExchanges {
    static let all = kiiUsers + kiiTokens + kiiErrors

    private static let kiiUsers = [
        GoldenCase("Kii/register", "Registers a user and issues a token") { server in
            _ = try await KiiFixture(on: server.web)
            return await server.kii(
                .post,
                "/apps/kii-app/users",
                json: ada,
                fields: [.contentType: KiiFixture.signedIn]
            )
        },
        GoldenCase(
            "Kii/pseudo-user",
            "Registers a pseudo user without a refresh token"
        ) { server in
            _ = try await KiiFixture(refresh: true, on: server.web)
            return await server.kii(
                .post,
                "/apps/kii-app/users",
                json: [:],
                fields: [.contentType: KiiFixture.signedIn]
            )
        },
        GoldenCase("Kii/read", "Returns the caller's own user") { server in
            let kii = try await KiiFixture(on: server.web)
            let user = try await kii.register(ada.object ?? [:])
            return await server.kii(.get, "/apps/kii-app/users/me", fields: KiiTestCaller.token(user.token).fields)
        },
        GoldenCase("Kii/read-other", "Returns the public members of another user") { server in
            let kii = try await KiiFixture(on: server.web)
            _ = try await kii.register(ada.object ?? [:])
            let bob = try await kii.register(["loginName": "bob", "password": .string(KiiFixture.password)])
            return await server.kii(
                .get,
                "/apps/kii-app/users/LOGIN_NAME:ada",
                fields: KiiTestCaller.token(bob.token).fields
            )
        },
        GoldenCase("Kii/update", "Updates a user: omitted members stay, except custom fields") { server in
            let kii = try await KiiFixture(on: server.web)
            let user = try await kii.register(ada.object ?? [:])
            var fields = KiiTestCaller.token(user.token).fields
            fields[.contentType] = "application/vnd.kii.UserUpdateRequest+json"
            return await server.kii(
                .post,
                "/apps/kii-app/users/me",
                json: ["displayName": nil, "level": 5],
                fields: fields
            )
        },
        GoldenCase("Kii/verify", "Verifies an address by its code, without a user token") { server in
            let kii = try await KiiFixture(on: server.web)
            let user = try await kii.register(ada.object ?? [:])
            var fields = KiiTestCaller.basic.fields
            fields[.contentType] = "application/vnd.kii.AddressVerificationRequest+json"
            let body: JSONValue = ["verificationCode": .string(try await kii.code())]
            return await server.kii(
                .post,
                "/apps/kii-app/users/\(user.id)/email-address/verify",
                json: body,
                fields: fields
            )
        },
        GoldenCase("Kii/delete", "Deletes a user") { server in
            let kii = try await KiiFixture(on: server.web)
            let user = try await kii.registerAda()
            return await server.kii(.delete, "/apps/kii-app/users/me", fields: KiiTestCaller.token(user.token).fields)
        },
    ]

    private static let kiiTokens = [
        GoldenCase("Kii/log-in", "Issues a token for a password") { server in
            let kii = try await KiiFixture(refresh: true, lifetime: 3600, on: server.web)
            _ = try await kii.registerAda()
            return await server.kii(.post, "/oauth2/token", json: logIn)
        },
        GoldenCase("Kii/refresh", "Rotates the refresh token") { server in
            let kii = try await KiiFixture(refresh: true, lifetime: 3600, on: server.web)
            _ = try await kii.registerAda()
            let first = await kii.logIn()
            let body: JSONValue = [
                "grant_type": "refresh_token", "refresh_token": try #require(first["refresh_token"]),
            ]
            return await server.kii(.post, "/apps/kii-app/oauth2/token", json: body, fields: KiiTestCaller.basic.fields)
        },
        GoldenCase("Kii/administrator", "Issues a token to the app's administrator") { server in
            _ = try await KiiFixture(on: server.web)
            let body: JSONValue = ["client_id": "kii-app", "client_secret": .string(KiiFixture.adminSecret)]
            return await server.kii(.post, "/oauth2/token", json: body, fields: [:])
        },
    ]

    private static let kiiErrors = [
        GoldenCase("Kii/wrong-password", "Rejects wrong credentials without the reason") { server in
            _ = try await KiiFixture(on: server.web)
            return await server.kii(.post, "/oauth2/token", json: logIn)
        },
        GoldenCase("Kii/wrong-token", "Rejects an invalid token") { server in
            _ = try await KiiFixture(on: server.web)
            return await server.kii(.get, "/apps/kii-app/users/me", fields: KiiTestCaller.token("over").fields)
        },
        GoldenCase("Kii/no-token", "Requires a token") { server in
            _ = try await KiiFixture(on: server.web)
            return await server.kii(.get, "/apps/kii-app/users/me", json: nil)
        },
        GoldenCase("Kii/taken", "Rejects a taken login name") { server in
            let kii = try await KiiFixture(on: server.web)
            _ = try await kii.registerAda()
            return await server.kii(.post, "/apps/kii-app/users", json: ada)
        },
        GoldenCase("Kii/password-too-short", "Rejects a password that is too short") { server in
            _ = try await KiiFixture(on: server.web)
            return await server.kii(.post, "/apps/kii-app/users", json: ["loginName": "ada", "password": "1234"])
        },
        GoldenCase("Kii/user-not-found", "Reports an unknown user") { server in
            let kii = try await KiiFixture(on: server.web)
            let user = try await kii.registerAda()
            let path = "/apps/kii-app/users/PHONE%3A%2B819099999999"
            return await server.kii(.get, path, fields: KiiTestCaller.token(user.token).fields)
        },
        GoldenCase("Kii/wrong-code", "Rejects a wrong verification code") { server in
            let kii = try await KiiFixture(on: server.web)
            let user = try await kii.register(ada.object ?? [:])
            let body: JSONValue = ["verificationCode": "00000000"]
            let path = "/apps/kii-app/users/me/email-address/verify"
            return await server.kii(.post, path, json: body, fields: KiiTestCaller.token(user.token).fields)
        },
        GoldenCase("Kii/preflight", "Allows a cross-origin preflight (Fetch §4.9)") { server in
            _ = try await KiiFixture(on: server.web)
            return await server.kii(
                .options,
                "/apps/kii-app/users/me",
                fields: [
                    .origin: "https://app.example.com", .accessControlRequestMethod: "DELETE",
                    .accessControlRequestHeaders: "authorization,x-kii-appid,x-kii-appkey,x-kii-sdk",
                ]
            )
        },
    ]

    private static let ada: JSONValue = [
        "loginName": "Ada", "emailAddress": .string(KiiFixture.email), "displayName": "Ada", "country": "JP",
        "locale": "ja", "password": .string(KiiFixture.password), "level": 4,
    ]

    private static let logIn: JSONValue = ["username": "ada", "password": .string(KiiFixture.password)]
}

extension DeterministicServer {
    /// Sends a request of the app like Kii's libraries.
    fileprivate func kii(
        _ method: HTTPRequest.Method,
        _ path: String,
        json: JSONValue? = nil,
        fields: HTTPFields = KiiTestCaller.app.fields
    ) async -> Exchange {
        var all = fields
        if json != nil, all[.contentType] == nil { all[.contentType] = "application/json" }
        if all[.authorization] == nil, method != .options, all[.kiiAppID] == nil, json?["client_id"] == nil {
            for field in KiiTestCaller.app.fields { all[field.name] = field.value }
        }
        return await exchange(method, "/api" + path, fields: all, body: json.map { JSONCoding.encode($0) } ?? Data())
    }
}
