import Foundation
import GatehouseCommands
import GatehouseStore
import Testing

@Suite struct MobileAppClientTests {
    private static let fingerprint = (0..<32).map { _ in "AB" }.joined(separator: ":")
    private static let other = (0..<32).map { _ in "0F" }.joined(separator: ":")
    private let terminal = Terminal()

    private func run(_ verb: String, _ options: [String]) async -> GatehouseCommands.ExitStatus {
        let base =
            verb == "create"
            ? ["--name", "App", "--client-id", "app", "--redirect-uri", "com.example.app:/callback"] : ["app"]
        return await terminal.run(all: ["client", verb] + base + options)
    }

    private var stored: Client {
        get async throws { try #require(try await terminal.store.client("app")) }
    }

    @Test func storesSecondFactorAndMobileApps() async throws {
        let status = await run(
            "create",
            [
                "--second-factor", "required", "--apple-app-id", "A1B2C3D4E5.com.example.app", "--apple-app-id",
                "A1B2C3D4E5.com.example.app.beta", "--android-app", "com.example.app=SHA256:\(Self.fingerprint)",
            ]
        )
        #expect(status == .success, "\(terminal.errorOutput)")
        let client = try await stored
        #expect(client.secondFactor == .required)
        #expect(
            client.mobileApps
                == MobileApps(
                    appleAppIDs: ["A1B2C3D4E5.com.example.app", "A1B2C3D4E5.com.example.app.beta"],
                    androidApps: [
                        MobileApps.AndroidApp(packageName: "com.example.app", fingerprints: [Self.fingerprint])
                    ]
                )
        )
    }

    @Test(arguments: [
        "sha256:" + fingerprint.lowercased(), fingerprint.replacing(":", with: ""), fingerprint,
        "SHA256: " + fingerprint,
    ])
    func storesFingerprintInUpperCaseWithColons(text: String) async throws {
        #expect(await run("create", ["--android-app", "com.example.app=" + text]) == .success)
        #expect(try await stored.mobileApps?.androidApps.map(\.fingerprints) == [[Self.fingerprint]])
    }

    @Test func collectsFingerprintsOfOneApp() async throws {
        let apps = [Self.fingerprint, Self.other, Self.fingerprint].flatMap {
            ["--android-app", "com.example.app=\($0)"]
        }
        #expect(await run("create", apps) == .success)
        #expect(try await stored.mobileApps?.androidApps.map(\.fingerprints) == [[Self.fingerprint, Self.other]])
    }

    @Test func replacesAndRemovesSecondFactorAndMobileApps() async throws {
        let options = [
            "--second-factor", "required", "--apple-app-id", "A1B2C3D4E5.com.example.app", "--android-app",
            "com.example.app=\(Self.fingerprint)",
        ]
        #expect(await run("create", options) == .success)
        #expect(await run("update", ["--name", "Renamed"]) == .success)
        #expect(try await stored.mobileApps?.appleAppIDs == ["A1B2C3D4E5.com.example.app"])
        #expect(await run("update", ["--apple-app-id", "A1B2C3D4E5.com.example.two"]) == .success)
        #expect(try await stored.mobileApps?.appleAppIDs == ["A1B2C3D4E5.com.example.two"])
        #expect(try await stored.mobileApps?.androidApps.count == 1)
        #expect(await run("update", ["--no-apple-app-id"]) == .success)
        #expect(try await stored.mobileApps?.appleAppIDs == [])
        #expect(await run("update", ["--no-android-app", "--second-factor", "inherit"]) == .success)
        #expect(try await stored.mobileApps == nil)
        #expect(try await stored.secondFactor == nil)
        let details = try await terminal.store.events(of: nil, before: nil, limit: 10).compactMap(\.detail)
        #expect(details.first == "second factor, mobile apps")
    }

    @Test func showsSecondFactorAndMobileApps() async throws {
        #expect(await run("create", []) == .success)
        _ = terminal.printed
        #expect(await run("show", []) == .success)
        let before = terminal.printed
        #expect(before.contains("Second factor    as set for the server\n") && !before.contains("Apple apps"))
        let options = [
            "--second-factor", "when-enrolled", "--apple-app-id", "A1B2C3D4E5.com.example.app", "--android-app",
            "com.example.app=\(Self.fingerprint)",
        ]
        #expect(await run("update", options) == .success)
        let text = terminal.printed
        #expect(text.contains("Second factor    when-enrolled\n"))
        #expect(text.contains("Apple apps       A1B2C3D4E5.com.example.app\n"))
        #expect(text.contains("Android apps     com.example.app=\(Self.fingerprint)\n"))
        #expect(await run("show", ["--json"]) == .success)
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["second_factor"] as? String == "when-enrolled")
        #expect(object["apple_app_ids"] as? [String] == ["A1B2C3D4E5.com.example.app"])
        #expect(object["android_apps"] as? [String] == ["com.example.app=\(Self.fingerprint)"])
    }

    @Test(
        arguments: [
            (["--second-factor", "always"], "second-factor"),
            (["--apple-app-id", "com.example.app"], "Use the 10 characters of the team and the bundle ID"),
            (["--apple-app-id", "A1B2C3D4E.com.example.app"], "is not an app ID"),
            (["--apple-app-id", "a1b2c3d4e5.com.example.app"], "is not an app ID"),
            (["--apple-app-id", "A1B2C3D4E5."], "is not an app ID"),
            (["--apple-app-id", "A1B2C3D4E5.com.example.*"], "is not an app ID"),
            (["--android-app", "com.example.app"], "Use PACKAGE=FINGERPRINT"),
            (["--android-app", "com.example.app=AB:CD"], "32 bytes in hexadecimal"),
            (["--android-app", "com.example.app=SHA1:\(fingerprint)"], "32 bytes in hexadecimal"),
            (["--android-app", "app=\(fingerprint)"], "is not the package name of an Android app"),
            (["--android-app", "com.1example=\(fingerprint)"], "is not the package name of an Android app"),
            (["--android-app", "com..app=\(fingerprint)"], "is not the package name of an Android app"),
        ] as [([String], String)]
    )
    func rejectsInvalidApp(options: [String], message: String) async throws {
        #expect(await run("create", options) == .failure)
        let errorOutput = terminal.errorOutput
        #expect(errorOutput.contains(message), "\(errorOutput)")
        #expect(try await terminal.store.clients(after: nil, limit: 9) == [])
    }

    @Test(arguments: [
        (["--apple-app-id", "A1B2C3D4E5.com.example.app", "--no-apple-app-id"], "--apple-app-id or --no-apple-app-id"),
        (["--android-app", "com.example.app=\(fingerprint)", "--no-android-app"], "--android-app or --no-android-app"),
    ])
    func rejectsContradictingOptions(options: [String], message: String) async throws {
        #expect(await run("create", []) == .success)
        #expect(await run("update", options) == .failure)
        #expect(terminal.errorOutput.contains(message + ", not both"))
    }
}
