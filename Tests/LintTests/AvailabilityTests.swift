import Foundation
import Testing

/// Code in the modules that apps link runs on the systems that the manifest names.
@Suite struct AvailabilityTests {
    private static let modules: Set<String> = [
        "Gatehouse", "GatehouseConcurrency", "GatehouseJOSE", "GatehouseTransport", "GatehouseUI",
        "GatehouseVerifier", "GatehouseWire", "KiiSDK", "LoginWithAmazon", "MSAL",
    ]

    private static let sources = SourceTree.current.sources.filter { modules.contains($0.module) }
    private static let minimum = SystemVersions(
        manifest: (try? String(contentsOf: SourceTree.current.root.appending(path: "Package.swift"), encoding: .utf8))
            ?? ""
    )
    private static let interfaces = AvailabilityList.standardLibrary()
    private static let list = AvailabilityList(
        minimum: minimum,
        interfaces: interfaces,
        declaredNames: sources.reduce(into: []) { $0.formUnion(NameScanner.declarations(in: Array($1.code.utf8))) }
    )

    /// Returns the uses of names that need later systems than the minimum and the conditions around them.
    private func violations(in file: SourceFile) -> [String] {
        let code = ApplePlatformCode(file.code).bytes
        let apple = SourceFile(path: file.path, text: String(decoding: code, as: UTF8.self))
        let names = Self.list.names(importing: apple.imports)
        let uses = NameScanner.uses(of: names, in: code)
        guard !uses.isEmpty else { return [] }
        let scopes = AvailabilityScopes(code: code)
        return uses.compactMap { name, position in
            let guaranteed = scopes.versions(at: position, minimum: Self.minimum)
            guard names[name]?.exceeds(guaranteed) == true else { return nil }
            let line = code[..<position].count { $0 == UInt8(ascii: "\n") } + 1
            return "\(file.path):\(line) uses \(name)"
        }
    }

    private func violations(in text: String) -> [String] {
        violations(in: SourceFile(path: "Sources/Gatehouse/A.swift", text: text))
    }

    @Test func usesOnlyNamesOfOldestSupportedSystems() {
        #expect(Self.sources.flatMap { violations(in: $0) } == [])
    }

    @Test func readsMinimumFromManifest() {
        let minimum = SystemVersions(arguments: "iOS 17, macOS 14, tvOS 17, visionOS 1, watchOS 10")
        #expect(Self.minimum == minimum)
    }

    @Test(.enabled(if: !interfaces.isEmpty, "The toolchain has no interfaces of the standard library."))
    func findsNewNamesOfStandardLibrary() {
        #expect(violations(in: "let a: Int128 = 1") == ["Sources/Gatehouse/A.swift:1 uses Int128"])
        #expect(
            violations(in: "\nfunc a() {\n    Task(name: \"a\", executorPreference: nil) {}\n}\n")
                == ["Sources/Gatehouse/A.swift:3 uses executorPreference:"]
        )
        #expect(
            violations(in: "import Synchronization\nlet a = Mutex(1)") == ["Sources/Gatehouse/A.swift:2 uses Mutex"]
        )
        #expect(violations(in: "let a = Mutex(1)") == [])
        #expect(violations(in: "let a = ContinuousClock.now // Int128") == [])
    }

    private static let callback = "import AuthenticationServices\nlet a = ASWebAuthenticationSession.Callback.self"

    @Test func findsNewNamesOfFrameworks() {
        #expect(violations(in: Self.callback) == ["Sources/Gatehouse/A.swift:2 uses Callback"])
        #expect(violations(in: "let a = Callback.self") == [])
    }

    @Test(arguments: [
        ("if #available(iOS 17.4, macOS 14.4, tvOS 17.4, visionOS 1.1, watchOS 10.4, *) {\n    USE\n}", true),
        ("if a, #available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *), USE {}", true),
        ("guard #available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *) else { return }\nUSE", true),
        ("@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)\n@A\nfunc a(b: C) {\n    USE\n}", true),
        ("@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)\nlet a = USE", true),
        ("if #available(iOS 17.4, *) { USE }", false),
        ("if #available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *) {} else { USE }", false),
        ("guard #available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *) else { USE }", false),
        (
            "if a {\n    guard #available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *) else { return }\n}\nUSE",
            false
        ),
        ("@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)\nfunc a() {}\nUSE", false),
        ("@available(*, deprecated)\nfunc a() { USE }", false),
        ("#if canImport(Glibc)\nUSE\n#endif", true),
        ("#if canImport(os)\n#elseif A\nUSE\n#else\nUSE\n#endif", true),
        ("#if !canImport(ObjectiveC) || os(Linux)\nUSE\n#endif", true),
        ("#if os(macOS) || os(Linux)\nUSE\n#endif", false),
        ("#if canImport(Glibc)\n#else\nUSE\n#endif", false),
    ])
    func recognizesConditions(code: String, isCovered: Bool) {
        let code = "import AuthenticationServices\n" + code.replacing("USE", with: "S.Callback.self")
        #expect(violations(in: code).isEmpty == isCovered)
    }
}
