import Foundation

/// The names that need later systems than a minimum, by the module that declares them.
struct AvailabilityList {
    /// The modules of the standard library that every file imports.
    private static let implicitModules = ["Swift", "_Concurrency", "_StringProcessing"]
    /// The modules of the standard library that some files import.
    private static let importedModules = ["Observation", "RegexBuilder", "Synchronization"]

    /// The names of the standard library that every file can use.
    private let implicit: [String: SystemVersions]
    /// The names of the modules that a file must import.
    private let imported: [String: [String: SystemVersions]]

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - minimum: The systems that the package supports.
    ///   - interfaces: The interfaces of the standard library by module.
    ///   - declaredNames: The names that the package declares; their uses cannot be distinguished.
    ///   - frameworks: The names of Apple's frameworks by module, with their availability.
    init(
        minimum: SystemVersions,
        interfaces: [String: ModuleInterface],
        declaredNames: Set<String>,
        frameworks: [String: [String: String]] = Self.frameworks
    ) {
        var all: [String: [SystemVersions]] = [:]
        for interface in interfaces.values { all.merge(interface.declarations) { $0 + $1 } }
        // A name that also has an older declaration is ambiguous.
        let newer = all.compactMapValues { versions in
            versions.allSatisfy { $0.exceeds(minimum) } ? versions.first : nil
        }
        func names(of module: String) -> [String: SystemVersions] {
            newer.filter { interfaces[module]?.declarations[$0.key] != nil }
        }
        implicit = Self.implicitModules.map(names).reduce(into: [:]) { $0.merge($1) { $1 } }
            .filter { !declaredNames.contains($0.key) }
        imported = frameworks.mapValues { symbols in
            symbols.compactMapValues { SystemVersions(arguments: $0) }.filter { $0.value.exceeds(minimum) }
        }.merging(Self.importedModules.map { ($0, names(of: $0)) }) { $0.merging($1) { $1 } }
    }

    /// Returns the names that a file can use.
    func names(importing modules: [String]) -> [String: SystemVersions] {
        modules.reduce(into: implicit) { names, module in names.merge(imported[module] ?? [:]) { $1 } }
    }

    /// Reads the interfaces of the standard library from the toolchain of the `swiftc` in the search path.
    ///
    /// - Returns: The interfaces by module; none on macOS, where they are not part of the toolchain.
    static func standardLibrary() -> [String: ModuleInterface] {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let compiler = folders.map { URL(filePath: String($0)).appending(path: "swiftc") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        guard let compiler else { return [:] }
        let library = compiler.resolvingSymlinksInPath().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "lib/swift/linux")
        var interfaces: [String: ModuleInterface] = [:]
        for module in implicitModules + importedModules {
            let folder = library.appending(path: "\(module).swiftmodule")
            let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            let file = files?.first {
                $0.pathExtension == "swiftinterface" && !$0.lastPathComponent.hasSuffix(".private.swiftinterface")
            }
            guard let file, let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            interfaces[module] = ModuleInterface(text)
        }
        return interfaces
    }
}

extension AvailabilityList {
    /// Names of Apple's frameworks, from the availability in Apple's documentation or headers; a parameter label has a
    /// colon.
    ///
    /// A name is listed if the package uses it, or is likely to, and if no older declaration has it. So `cancel()` of
    /// `ASAuthorizationController` (tvOS 18) and `excludedCredentials` of a platform request (iOS 17.4) are missing.
    static let frameworks: [String: [String: String]] = [
        "AuthenticationServices": [
            "ASAuthorizationAccountCreationProvider": "iOS 26, macOS 26, visionOS 26",
            "Callback": "iOS 17.4, macOS 14.4, tvOS 17.4, visionOS 1.1, watchOS 10.4",
            "additionalHeaderFields": "iOS 17.4, macOS 14.4, tvOS 17.4, visionOS 1.1, watchOS 10.4",
            "callback:": "iOS 17.4, macOS 14.4, tvOS 17.4, visionOS 1.1, watchOS 10.4",
            "matchedExcludedCredential": "iOS 18, macOS 15, tvOS 18, visionOS 2",
            "prf": "iOS 18, macOS 15, visionOS 2",
            "requestStyle:": "iOS 18, macOS 15, visionOS 2",
        ],
        "Crypto": [
            "MLDSA65": "iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26",
            "MLDSA87": "iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26",
            "MLKEM768": "iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26",
            "SHA3_256": "iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26",
            "XWingMLKEM768X25519": "iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26",
        ],
        "Foundation": [
            "AnchoredRelativeFormatStyle": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
            "DiscreteFormatStyle": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
            "Expression": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
            "MainActorMessage": "iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26",
            "RecurrenceRule": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
        ],
        "LocalAuthentication": [
            "LADomainState": "iOS 18, macOS 15, visionOS 2, watchOS 11",
            "LAEnvironment": "iOS 18, macOS 15, visionOS 2, watchOS 11",
            "deviceOwnerAuthenticationWithCompanion": "iOS 18, macOS 15",
            "domainState": "iOS 18, macOS 15, visionOS 2, watchOS 11",
        ],
        "Network": [
            "NetworkConnection": "iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26",
            "NetworkListener": "iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26",
        ],
        "SwiftUI": [
            "GlassEffectContainer": "iOS 26, macOS 26, tvOS 26, watchOS 26",
            "MeshGradient": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
            "ScrollPosition": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
            "Tab": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
            "TextSelection": "iOS 18, macOS 15, visionOS 2",
            "ToolbarSpacer": "iOS 26, macOS 26, tvOS 26, visionOS 26, watchOS 26",
            "glassEffect": "iOS 26, macOS 26, tvOS 26, watchOS 26",
            "labelsVisibility": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
            "matchedTransitionSource": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
            "navigationTransition": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
            "onScrollGeometryChange": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
            "presentationSizing": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
            "subviews:": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
            "toolbarVisibility": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
        ],
        "UIKit": [
            "UIGlassEffect": "iOS 26, tvOS 26",
            "UITab": "iOS 18, tvOS 18, visionOS 2",
            "UIUpdateLink": "iOS 18, tvOS 18, visionOS 2",
        ],
        "WebKit": ["WebPage": "iOS 26, macOS 26, visionOS 26"],
        "os": [
            "OSAllocatedUnfairLock": "iOS 16, macOS 13, tvOS 16, visionOS 1, watchOS 9",
            "OSAllocatedUnfairLockFlags": "iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11",
        ],
    ]
}
