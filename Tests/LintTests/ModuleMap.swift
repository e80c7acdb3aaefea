/// Who may import whom.
enum ModuleMap {
    /// Which modules of this package each module may import.
    static let siblings: [String: Set<String>] = [
        "GatehouseWire": [],
        "GatehouseJOSE": ["GatehouseWire"],
        "Gatehouse": ["GatehouseWire", "GatehouseJOSE"],
        "LoginWithAmazon": ["Gatehouse", "GatehouseWire"],
        "MSAL": ["Gatehouse", "GatehouseWire"],
        "KiiSDK": ["Gatehouse", "GatehouseWire"],
        "GatehouseStore": ["GatehouseWire"],
        "GatehouseStoreSQLite": ["GatehouseStore", "GatehouseWire"],
        "GatehouseStorePostgres": ["GatehouseStore", "GatehouseWire"],
        "GatehouseStoreConformance": ["GatehouseStore", "GatehouseWire"],
        "GatehousePasswords": [],
        "GatehouseServer": ["GatehouseWire", "GatehouseJOSE", "GatehouseStore", "GatehousePasswords"],
        "GatehouseDelivery": ["GatehouseServer", "GatehouseWire"],
        "GatehouseHTTP": ["GatehouseServer", "GatehouseWire", "GatehouseStore", "GatehousePasswords"],
        "GatehouseTesting": [
            "Gatehouse", "GatehouseServer", "GatehouseHTTP", "GatehouseStore", "GatehouseWire", "GatehousePasswords",
            "GatehouseJOSE",
        ],
        "GatehouseCommands": [
            "Gatehouse", "GatehouseServer", "GatehouseHTTP", "GatehouseDelivery", "GatehouseStore",
            "GatehouseStoreSQLite", "GatehouseStorePostgres", "GatehousePasswords", "GatehouseWire",
        ],
        "GatehouseTool": ["GatehouseCommands"],
        "GatehouseDemo": ["Gatehouse"],
    ]

    /// The only modules that may import what wraps, or is wrapped.
    static let wrappers: [String: Set<String>] = [
        "ArgumentParser": ["GatehouseCommands", "GatehouseTool"],
        "CCurl": ["GatehouseDelivery"],
        "CLibPQ": ["GatehouseStorePostgres"],
        "CPCRE2": ["GatehouseServer"],
        "CPhoneNumber": ["GatehouseServer"],
        "CQREncode": ["GatehouseCommands"],
        "CSodium": ["GatehousePasswords"],
        "CZxcvbn": ["GatehousePasswords"],
        "Configuration": ["GatehouseCommands"],
        "FlyingFox": ["Gatehouse", "GatehouseDemo"],
        "GRDB": ["GatehouseStoreSQLite"],
        "Hummingbird": ["GatehouseHTTP"],
        "HummingbirdCore": ["GatehouseHTTP"],
        "HummingbirdTLS": ["GatehouseHTTP"],
        "Mustache": ["GatehouseHTTP"],
        "NIOCore": ["GatehouseHTTP"],
        "NIOSSL": ["GatehouseHTTP"],
    ]

    /// Modules that exist on Apple's systems alone.
    static let appleOnly: Set<String> = [
        "AppKit", "AuthenticationServices", "LocalAuthentication", "Network", "Security", "SwiftUI", "UIKit", "WebKit",
        "notify", "os",
    ]

    /// Where the real clock, the real random source and real waiting enter; everywhere else they are values handed in.
    static let compositionRoots: Set<String> = [
        "Sources/Gatehouse/Client/GatehouseClient+Environment.swift",
        "Sources/Gatehouse/UserAgent/LoopbackUserAgent.swift",
        "Sources/GatehouseCommands/Core/CommandContext+Live.swift",
        "Sources/GatehouseCommands/Serve/RunningServer.swift",
        "Sources/GatehouseDemo/WebUserAgent.swift",
    ]
}
