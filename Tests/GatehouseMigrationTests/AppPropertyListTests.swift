import Foundation
import GatehouseMigration
import GatehouseWire
import Testing

@Suite struct AppPropertyListTests {
    private static let endpoint = "https://login.example.com/ap/oa"

    private func key(for bundle: String) throws -> String {
        let endpoint = try #require(URL(string: Self.endpoint))
        return AmazonAPIKey(
            endpoints: .init(authorization: endpoint, token: endpoint, revocation: nil),
            clientID: "amzn1.application-oa2-client.0",
            bundleID: bundle,
            issuer: nil,
            id: nil,
            issuedAt: nil
        ).text(signature: Data(count: 256))
    }

    private func read(_ list: [String: Any]) throws -> AppPropertyList? {
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        return AppPropertyList(data, file: "Info.plist")
    }

    private func urlTypes(_ schemes: String...) -> [[String: Any]] {
        [["CFBundleURLSchemes": ["com.example.other"]], ["CFBundleURLSchemes": schemes]]
    }

    @Test func acceptsCorrectConfiguration() throws {
        let app = try #require(
            try read([
                "CFBundleIdentifier": "com.example.app", "APIKey": try key(for: "com.example.app"),
                "CFBundleURLTypes": urlTypes("AMZN-com.Example.app"),
            ])
        )
        #expect(app.key?.bundle == "com.example.app")
        #expect(app.key?.client == "amzn1.application-oa2-client.0")
        #expect(app.key?.server == Self.endpoint)
        #expect(app.schemes == ["AMZN-com.Example.app"])
        #expect(app.remarks == [])
    }

    @Test func ignoresBuildSettings() throws {
        let app = try #require(
            try read([
                "CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)", "APIKey": "$(AMAZON_KEY)",
                "CFBundleURLTypes": urlTypes("amzn-$(PRODUCT_BUNDLE_IDENTIFIER)"),
            ])
        )
        #expect(app.key == nil)
        #expect(app.remarks == [])
        let bundle = "$(PRODUCT_BUNDLE_IDENTIFIER)"
        let literal = try read([
            "CFBundleIdentifier": bundle, "APIKey": "$(AMAZON_KEY)",
            "CFBundleURLTypes": urlTypes("amzn-com.example.app"),
        ])
        #expect(literal?.remarks == [])
        let none = try read(["CFBundleIdentifier": bundle, "APIKey": "$(AMAZON_KEY)"])
        #expect(
            none?.remarks == [
                "CFBundleURLTypes has no scheme amzn-<bundle id>: the browser can't return to the app."
            ]
        )
    }

    @Test func reportsMissingAndInvalidSettings() throws {
        let withoutKey = try read(["CFBundleURLTypes": urlTypes("amzn-com.example.app")])
        #expect(withoutKey?.remarks.map { $0.prefix(22) } == ["The APIKey is missing."])

        let brokenKey = try read(["APIKey": "a.b", "CFBundleURLTypes": urlTypes("amzn-com.example.app")])
        #expect(brokenKey?.remarks == ["The APIKey is malformed. Copy the complete key again."])

        let withoutScheme = try read(["APIKey": try key(for: "com.example.app")])
        #expect(
            withoutScheme?.remarks == [
                "CFBundleURLTypes has no scheme amzn-com.example.app: the browser can't return to the app."
            ]
        )

        let wrong = try read([
            "CFBundleIdentifier": "com.example.app", "APIKey": try key(for: "com.example.beta"),
            "CFBundleURLTypes": urlTypes("amzn-com.example"),
            "NSAppTransportSecurity": [
                "NSExceptionDomains": ["api.amazon.com": [String: Any](), "example.com": [String: Any]()]
            ],
        ])
        #expect(
            wrong?.remarks == [
                "The APIKey is for com.example.beta, but the app is com.example.app: every sign-in will fail.",
                "CFBundleURLTypes has no scheme amzn-com.example.beta, but amzn-com.example: the browser can't return to the app.",
                "The exception for api.amazon.com in NSAppTransportSecurity is no longer needed.",
            ]
        )
    }

    @Test func ignoresUnrelatedPropertyLists() throws {
        #expect(
            try read(["CFBundleIdentifier": "com.example.app", "CFBundleURLTypes": urlTypes("com.example.app")])
                == nil
        )
        #expect(AppPropertyList(Data("no list".utf8), file: "Info.plist") == nil)
        #expect(AppPropertyList(Data(), file: "Info.plist") == nil)
    }
}
