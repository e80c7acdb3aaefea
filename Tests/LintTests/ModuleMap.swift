/// The allowed imports.
enum ModuleMap {
    /// The modules of this package that each module can import.
    static let siblings: [String: Set<String>] = [
        "GatehouseConcurrency": [],
        "GatehouseWire": [],
        "GatehouseJOSE": ["GatehouseWire"],
        "GatehouseTransport": ["GatehouseConcurrency"],
        "GatehouseWebAuthn": ["GatehouseWire", "GatehouseJOSE"],
        "Gatehouse": ["GatehouseConcurrency", "GatehouseWire", "GatehouseJOSE", "GatehouseTransport"],
        "GatehouseVerifier": ["GatehouseConcurrency", "GatehouseWire", "GatehouseJOSE", "GatehouseTransport"],
        "GatehouseHummingbird": ["GatehouseVerifier"],
        "LoginWithAmazon": ["GatehouseConcurrency", "Gatehouse", "GatehouseWire"],
        "MSAL": ["GatehouseConcurrency", "Gatehouse", "GatehouseWire"],
        "KiiSDK": ["GatehouseConcurrency", "Gatehouse", "GatehouseWire"],
        "GatehouseUI": ["Gatehouse", "GatehouseWire"],
        "GatehouseThreads": ["GatehouseConcurrency"],
        "GatehouseMetrics": ["GatehouseConcurrency"],
        "GatehouseStore": ["GatehouseConcurrency", "GatehouseMetrics", "GatehouseWire"],
        "GatehouseStoreSQL": ["GatehouseStore", "GatehouseWire"],
        "GatehouseStoreSQLite": ["GatehouseConcurrency", "GatehouseStore", "GatehouseStoreSQL", "GatehouseThreads"],
        "GatehouseStorePostgres": [
            "GatehouseConcurrency", "GatehouseStore", "GatehouseStoreSQL", "GatehouseThreads", "GatehouseWire",
        ],
        "GatehouseStoreConformance": ["GatehouseStore", "GatehouseWire"],
        "GatehousePasswords": ["GatehouseConcurrency", "GatehouseMetrics", "GatehouseThreads"],
        "GatehouseQRCode": [],
        "GatehouseSecurityKeys": ["GatehouseConcurrency", "Gatehouse", "GatehouseThreads", "GatehouseWire"],
        "GatehouseServer": [
            "GatehouseConcurrency", "GatehouseWire", "GatehouseJOSE", "GatehouseStore", "GatehousePasswords",
            "GatehouseMetrics", "GatehouseThreads", "GatehouseWebAuthn",
        ],
        "GatehouseDelivery": ["GatehouseConcurrency", "GatehouseServer", "GatehouseThreads", "GatehouseWire"],
        "GatehouseHTTP": [
            "GatehouseConcurrency", "GatehouseServer", "GatehouseWire", "GatehouseStore", "GatehousePasswords",
            "GatehouseMetrics", "GatehouseQRCode",
        ],
        "GatehouseMigration": ["GatehouseWire"],
        "GatehouseTesting": [
            "GatehouseConcurrency", "Gatehouse", "GatehouseServer", "GatehouseHTTP", "GatehouseStore", "GatehouseWire",
            "GatehousePasswords", "GatehouseJOSE",
        ],
        "GatehouseCommands": [
            "GatehouseConcurrency", "Gatehouse", "GatehouseServer", "GatehouseHTTP", "GatehouseDelivery",
            "GatehouseMetrics", "GatehouseMigration", "GatehouseStore", "GatehouseStoreSQLite",
            "GatehouseStorePostgres",
            "GatehousePasswords", "GatehouseQRCode", "GatehouseSecurityKeys", "GatehouseThreads", "GatehouseWire",
        ],
        "GatehouseTool": ["GatehouseCommands"],
        "CLI": ["Gatehouse"],
        "KiiNotes": ["KiiSDK"],
        "MSALTutorial": ["MSAL"],
        "NativeSignUp": ["Gatehouse"],
        "OrdersAPI": ["GatehouseHummingbird", "GatehouseVerifier"],
        "WebApp": ["Gatehouse"],
        "iOSApp": ["Gatehouse", "GatehouseUI"],
    ]

    /// The only modules that can import a wrapped module.
    static let wrappers: [String: Set<String>] = [
        "ArgumentParser": ["GatehouseCommands", "GatehouseTool"],
        "CCBOR": ["GatehouseWebAuthn"],
        "CCurl": ["GatehouseDelivery"],
        "CFido2": ["GatehouseSecurityKeys"],
        "CLibPQ": ["GatehouseStorePostgres"],
        "CPCRE2": ["GatehouseServer"],
        "CPhoneNumber": ["GatehouseServer"],
        "CQREncode": ["GatehouseQRCode"],
        "CSodium": ["GatehousePasswords"],
        "CZxcvbn": ["GatehousePasswords"],
        "Configuration": ["GatehouseCommands"],
        "CoreMetrics": ["GatehouseMetrics"],
        "FlyingFox": ["Gatehouse", "WebApp"],
        "GRDB": ["GatehouseStoreSQLite"],
        // The server uses HummingbirdCore; the framework is for APIs, which are other programs.
        "Hummingbird": ["GatehouseHummingbird", "OrdersAPI"],
        "HummingbirdCore": ["GatehouseHTTP"],
        "HummingbirdTLS": ["GatehouseHTTP"],
        "Instrumentation": ["GatehouseServer"],
        "Mustache": ["GatehouseHTTP"],
        "NIOCore": ["GatehouseHTTP"],
        "NIOSSL": ["GatehouseHTTP"],
        "SwiftASN1": ["GatehouseWebAuthn"],
        "Synchronization": ["GatehouseConcurrency"],
    ]

    /// Modules that exist only on Apple platforms.
    static let appleOnly: Set<String> = [
        "AppKit", "AuthenticationServices", "LocalAuthentication", "Network", "Security", "SwiftUI", "UIKit", "WebKit",
        "notify", "os",
    ]

    /// The files that block or start threads; all other code uses their types.
    static let blockingTypes: Set<String> = [
        "Sources/Gatehouse/Support/Blocking.swift",
        "Sources/GatehouseThreads/ThreadPool.swift",
        "Sources/GatehouseThreads/WorkQueue.swift",
    ]

    /// The files that use the real clock, randomness and delays; all other code gets them injected.
    static let compositionRoots: Set<String> = [
        "Sources/Gatehouse/Support/ClientEnvironment.swift",
        "Sources/Gatehouse/UserAgent/LoopbackUserAgent.swift",
        "Sources/GatehouseCommands/Core/CommandContext+Live.swift",
        "Sources/GatehouseCommands/Serve/ServerApplication.swift",
        "Sources/GatehouseVerifier/VerifierEnvironment.swift",
        "Examples/WebApp/WebUserAgent.swift",
    ]
}
