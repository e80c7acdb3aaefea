import Foundation
import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

extension GoldenCase {
    static let kii = kiiUsers + kiiTokens + kiiRefusals

    private static let kiiUsers = [
        GoldenCase("Kii/register", "A user is registered and signed in") { it in
            _ = try await KiiWeb(on: it.web)
            return await it.kii(.post, "/apps/kii-app/users", ada, [.contentType: KiiWeb.signedIn])
        },
        GoldenCase(
            "Kii/pseudo-user",
            "A user without name and password, who may have refresh tokens only once they have"
        ) { it in
            _ = try await KiiWeb(refresh: true, on: it.web)
            return await it.kii(.post, "/apps/kii-app/users", [:], [.contentType: KiiWeb.signedIn])
        },
        GoldenCase("Kii/read", "A user reads itself") { it in
            let kii = try await KiiWeb(on: it.web)
            let user = try await kii.register(ada.object ?? [:])
            return await it.kii(.get, "/apps/kii-app/users/me", nil, KiiAsker.token(user.token).fields)
        },
        GoldenCase("Kii/read-other", "A user reads another") { it in
            let kii = try await KiiWeb(on: it.web)
            _ = try await kii.register(ada.object ?? [:])
            let bob = try await kii.register(["loginName": "bob", "password": .string(KiiWeb.password)])
            return await it.kii(.get, "/apps/kii-app/users/LOGIN_NAME:ada", nil, KiiAsker.token(bob.token).fields)
        },
        GoldenCase("Kii/update", "A user is changed: what is not mentioned stays, but for custom fields") { it in
            let kii = try await KiiWeb(on: it.web)
            let user = try await kii.register(ada.object ?? [:])
            var fields = KiiAsker.token(user.token).fields
            fields[.contentType] = "application/vnd.kii.UserUpdateRequest+json"
            return await it.kii(.post, "/apps/kii-app/users/me", ["displayName": nil, "level": 5], fields)
        },
        GoldenCase("Kii/verify", "A code proves an address, whoever brings it") { it in
            let kii = try await KiiWeb(on: it.web)
            let user = try await kii.register(ada.object ?? [:])
            var fields = KiiAsker.basic.fields
            fields[.contentType] = "application/vnd.kii.AddressVerificationRequest+json"
            let body: JSONValue = ["verificationCode": .string(try await kii.code())]
            return await it.kii(.post, "/apps/kii-app/users/\(user.id)/email-address/verify", body, fields)
        },
        GoldenCase("Kii/delete", "A user is deleted") { it in
            let kii = try await KiiWeb(on: it.web)
            let user = try await kii.registerAda()
            return await it.kii(.delete, "/apps/kii-app/users/me", nil, KiiAsker.token(user.token).fields)
        },
    ]

    private static let kiiTokens = [
        GoldenCase("Kii/log-in", "A password becomes a token") { it in
            let kii = try await KiiWeb(refresh: true, lifetime: 3600, on: it.web)
            _ = try await kii.registerAda()
            return await it.kii(.post, "/oauth2/token", logIn)
        },
        GoldenCase("Kii/refresh", "A refresh token becomes a new pair") { it in
            let kii = try await KiiWeb(refresh: true, lifetime: 3600, on: it.web)
            _ = try await kii.registerAda()
            let first = await kii.logIn()
            let body: JSONValue = [
                "grant_type": "refresh_token", "refresh_token": try #require(first["refresh_token"]),
            ]
            return await it.kii(.post, "/apps/kii-app/oauth2/token", body, KiiAsker.basic.fields)
        },
        GoldenCase("Kii/administrator", "The app's administrator") { it in
            _ = try await KiiWeb(on: it.web)
            let body: JSONValue = ["client_id": "kii-app", "client_secret": .string(KiiWeb.adminSecret)]
            return await it.kii(.post, "/oauth2/token", body, [:])
        },
    ]

    private static let kiiRefusals = [
        GoldenCase("Kii/wrong-password", "A log-in that is wrong does not say how") { it in
            _ = try await KiiWeb(on: it.web)
            return await it.kii(.post, "/oauth2/token", logIn)
        },
        GoldenCase("Kii/wrong-token", "A token that is over") { it in
            _ = try await KiiWeb(on: it.web)
            return await it.kii(.get, "/apps/kii-app/users/me", nil, KiiAsker.token("over").fields)
        },
        GoldenCase("Kii/no-token", "No token, where one is needed") { it in
            _ = try await KiiWeb(on: it.web)
            return await it.kii(.get, "/apps/kii-app/users/me", nil)
        },
        GoldenCase("Kii/taken", "A login name that somebody has") { it in
            let kii = try await KiiWeb(on: it.web)
            _ = try await kii.registerAda()
            return await it.kii(.post, "/apps/kii-app/users", ada)
        },
        GoldenCase("Kii/password-too-short", "A password that is too short") { it in
            _ = try await KiiWeb(on: it.web)
            return await it.kii(.post, "/apps/kii-app/users", ["loginName": "ada", "password": "1234"])
        },
        GoldenCase("Kii/user-not-found", "A selector that finds nobody") { it in
            let kii = try await KiiWeb(on: it.web)
            let user = try await kii.registerAda()
            let path = "/apps/kii-app/users/PHONE%3A%2B819099999999"
            return await it.kii(.get, path, nil, KiiAsker.token(user.token).fields)
        },
        GoldenCase("Kii/wrong-code", "A code that is not the one that was sent") { it in
            let kii = try await KiiWeb(on: it.web)
            let user = try await kii.register(ada.object ?? [:])
            let body: JSONValue = ["verificationCode": "00000000"]
            let path = "/apps/kii-app/users/me/email-address/verify"
            return await it.kii(.post, path, body, KiiAsker.token(user.token).fields)
        },
        GoldenCase("Kii/preflight", "A browser asks whether a page may call (Fetch §4.9)") { it in
            _ = try await KiiWeb(on: it.web)
            return await it.kii(
                .options,
                "/apps/kii-app/users/me",
                nil,
                [
                    .origin: "https://app.example.com", .accessControlRequestMethod: "DELETE",
                    .accessControlRequestHeaders: "authorization,x-kii-appid,x-kii-appkey,x-kii-sdk",
                ]
            )
        },
    ]

    private static let ada: JSONValue = [
        "loginName": "Ada", "emailAddress": .string(KiiWeb.email), "displayName": "Ada", "country": "JP",
        "locale": "ja", "password": .string(KiiWeb.password), "level": 4,
    ]

    private static let logIn: JSONValue = ["username": "ada", "password": .string(KiiWeb.password)]
}

extension Exhibition {
    /// Sends a request of the app, as its libraries write it.
    fileprivate func kii(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: JSONValue?,
        _ fields: HTTPFields = KiiAsker.app.fields
    ) async -> Exchange {
        var all = fields
        if body != nil, all[.contentType] == nil { all[.contentType] = "application/json" }
        if all[.authorization] == nil, method != .options, all[.kiiAppID] == nil, body?["client_id"] == nil {
            for field in KiiAsker.app.fields { all[field.name] = field.value }
        }
        return await exchange(method, "/api" + path, all, body: body.map { WireJSON.encode($0) } ?? Data())
    }
}
