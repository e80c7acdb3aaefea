import Foundation
import Testing

/// The privacy manifests of the SDK: "Describing use of required reason API" in Apple's documentation.
@Suite struct PrivacyManifestTests {
    private static let modules: Set<String> = [
        "Gatehouse", "GatehouseConcurrency", "GatehouseWire", "GatehouseJOSE", "GatehouseTransport", "LoginWithAmazon",
        "MSAL", "KiiSDK",
    ]

    /// The code patterns of each API category.
    private static let categories: [String: [String]] = [
        "FileTimestamp": [
            "fstat(", "lstat(", "fstatat(", "getattrlist", "attributesOfItem", "creationDate",
            "modificationDate",
        ],
        "SystemBootTime": ["processInfo.systemUptime", "mach_absolute_time"],
        "DiskSpace": ["statfs(", "statvfs(", "volumeAvailableCapacity", "systemFreeSize"],
        "ActiveKeyboards": ["activeInputModes"],
        "UserDefaults": ["UserDefaults", "AppStorage"],
    ]

    @Test(arguments: modules)
    func declaresRequiredReasonAPIs(module: String) throws {
        let code = SourceTree.current.sources.filter { $0.module == module }.map(\.code)
        let used = Self.categories.filter { _, names in names.contains { name in code.contains { $0.contains(name) } } }
        #expect(try declared(by: module) == used.keys.map { "NSPrivacyAccessedAPICategory" + $0 }.sorted())
    }

    @Test func declaresNoTracking() throws {
        let manifest = try #require(try manifest(of: "Gatehouse"))
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
        #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    }

    private func declared(by module: String) throws -> [String] {
        let types = try manifest(of: module)?["NSPrivacyAccessedAPITypes"] as? [[String: Any]] ?? []
        for type in types {
            let reasons = type["NSPrivacyAccessedAPITypeReasons"] as? [String]
            #expect(reasons?.isEmpty == false)
        }
        return types.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }.sorted()
    }

    private func manifest(of module: String) throws -> [String: Any]? {
        let file = SourceTree.current.root.appending(path: "Sources/\(module)/PrivacyInfo.xcprivacy")
        guard let data = try? Data(contentsOf: file) else { return nil }
        return try unsafe PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    }
}
