// swift-tools-version: 6.2
import PackageDescription

// The dependencies of the server and its tool. Apps that name the package with `traits: []` do not resolve them.
let server = TargetDependencyCondition.when(traits: ["Server"])
// The dependencies of APIs that verify tokens in Hummingbird.
let hummingbird = TargetDependencyCondition.when(traits: ["Hummingbird"])

let package = Package(
    name: "gatehouse",
    defaultLocalization: "en",
    platforms: [.iOS(.v17), .macOS(.v14), .tvOS(.v17), .visionOS(.v1), .watchOS(.v10)],
    products: [
        .library(name: "Gatehouse", targets: ["Gatehouse"]),
        .library(name: "LoginWithAmazon", targets: ["LoginWithAmazon", "LoginWithAmazonObjC"]),
        .library(name: "MSAL", targets: ["MSAL", "MSALObjC"]),
        .library(name: "KiiSDK", targets: ["KiiSDK", "KiiSDKObjC"]),
        .library(name: "GatehouseUI", targets: ["GatehouseUI"]),
        .library(name: "GatehouseTesting", targets: ["GatehouseTesting"]),
        .library(name: "GatehouseVerifier", targets: ["GatehouseVerifier"]),
        .library(name: "GatehouseHummingbird", targets: ["GatehouseHummingbird"]),
        .executable(name: "gatehouse", targets: ["GatehouseTool"]),
        .executable(name: "gatehouse-demo", targets: ["GatehouseDemo"]),
    ],
    traits: [
        .trait(
            name: "Server",
            description: "Resolves the dependencies of the server and of the command line tool.",
            enabledTraits: ["Hummingbird"]
        ),
        .trait(name: "Hummingbird", description: "Resolves the dependencies of GatehouseHummingbird."),
        .default(enabledTraits: ["Server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.2.0"),
        .package(
            url: "https://github.com/apple/swift-configuration",
            from: "1.4.0",
            // Hummingbird needs the package too, without the trait.
            traits: [.trait(name: "YAML", condition: .when(traits: ["Server"]))]
        ),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        // Locks and task executors, for the oldest systems that the package supports.
        .target(name: "GatehouseConcurrency"),
        // Types of the wire protocols, for SDK and server.
        .target(
            name: "GatehouseWire",
            dependencies: [.product(name: "HTTPTypes", package: "swift-http-types")]
        ),
        .target(
            name: "GatehouseJOSE",
            dependencies: [
                "GatehouseWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]
        ),

        // Requests over URLSession, for SDK and verifier.
        .target(
            name: "GatehouseTransport",
            dependencies: ["GatehouseConcurrency", .product(name: "HTTPTypes", package: "swift-http-types")]
        ),

        .systemLibrary(
            name: "CCBOR",
            pkgConfig: "libcbor",
            providers: [.apt(["libcbor-dev"]), .brew(["libcbor"])]
        ),
        .target(
            name: "GatehouseWebAuthn",
            dependencies: [
                "GatehouseWire", "GatehouseJOSE", "CCBOR",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            resources: [.embedInCode("Resources")]
        ),

        // The SDK.
        .target(
            name: "Gatehouse",
            dependencies: [
                "GatehouseConcurrency", "GatehouseWire", "GatehouseJOSE", "GatehouseTransport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(
                    name: "FlyingFox",
                    package: "FlyingFox",
                    condition: .when(platforms: [.macOS, .linux])
                ),
                .product(
                    name: "FlyingSocks",
                    package: "FlyingFox",
                    condition: .when(platforms: [.macOS, .linux])
                ),
            ],
            // The code that starts a browser and listens for its redirect.
            swiftSettings: [.define("LOOPBACK", .when(platforms: [.macOS, .linux]))]
        ),

        // For APIs that accept the server's access tokens.
        .target(
            name: "GatehouseVerifier",
            dependencies: [
                "GatehouseConcurrency", "GatehouseWire", "GatehouseJOSE", "GatehouseTransport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .target(
            name: "GatehouseHummingbird",
            dependencies: [
                "GatehouseVerifier",
                .product(name: "Hummingbird", package: "hummingbird", condition: hummingbird),
                .product(name: "Logging", package: "swift-log", condition: hummingbird),
            ]
        ),

        // Facades with the public API of other SDKs.
        .target(name: "LoginWithAmazon", dependencies: ["GatehouseConcurrency", "Gatehouse", "GatehouseWire"]),
        .target(name: "MSAL", dependencies: ["GatehouseConcurrency", "Gatehouse", "GatehouseWire"]),
        .target(name: "KiiSDK", dependencies: ["GatehouseConcurrency", "Gatehouse", "GatehouseWire"]),
        // The headers for Objective-C callers of each.
        .target(name: "LoginWithAmazonObjC", dependencies: ["LoginWithAmazon"]),
        .target(name: "MSALObjC", dependencies: ["MSAL"]),
        .target(name: "KiiSDKObjC", dependencies: ["KiiSDK"]),

        // Views for apps on Apple platforms; elsewhere, the models behind them.
        .target(name: "GatehouseUI", dependencies: ["Gatehouse", "GatehouseWire"]),

        // The server.
        .target(name: "GatehouseThreads", dependencies: ["GatehouseConcurrency"]),
        // Metrics, behind swift-metrics.
        .target(
            name: "GatehouseMetrics",
            dependencies: [
                "GatehouseConcurrency",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: server),
            ]
        ),
        .target(name: "GatehouseStore", dependencies: ["GatehouseConcurrency", "GatehouseMetrics", "GatehouseWire"]),
        .target(name: "GatehouseStoreSQL", dependencies: ["GatehouseStore", "GatehouseWire"]),
        .target(
            name: "GatehouseStoreSQLite",
            dependencies: [
                "GatehouseConcurrency", "GatehouseStore", "GatehouseStoreSQL", "GatehouseThreads",
                .product(name: "GRDB", package: "GRDB.swift", condition: server),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: server),
            ]
        ),
        .systemLibrary(
            name: "CLibPQ",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .target(
            name: "GatehouseStorePostgres",
            dependencies: [
                "GatehouseConcurrency", "GatehouseStore", "GatehouseStoreSQL", "GatehouseThreads", "GatehouseWire",
                "CLibPQ",
            ]
        ),
        .target(name: "GatehouseStoreConformance", dependencies: ["GatehouseStore", "GatehouseWire"]),
        .systemLibrary(
            name: "CSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]
        ),
        .systemLibrary(name: "CZxcvbn", providers: [.apt(["libzxcvbn-dev"])]),
        .systemLibrary(
            name: "CQREncode",
            pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]
        ),
        .systemLibrary(
            name: "CCurl",
            pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .systemLibrary(
            name: "CPCRE2",
            pkgConfig: "libpcre2-8",
            providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]
        ),
        // A C interface to libphonenumber (C++). The package is libphonenumber-dev, or libphonenumber with brew.
        .target(name: "CPhoneNumber", linkerSettings: [.linkedLibrary("phonenumber")]),
        .systemLibrary(
            name: "CFido2",
            pkgConfig: "libfido2",
            providers: [.apt(["libfido2-dev"]), .brew(["libfido2"])]
        ),
        .target(name: "GatehouseQRCode", dependencies: ["CQREncode"]),
        .target(
            name: "GatehouseSecurityKeys",
            dependencies: ["GatehouseConcurrency", "Gatehouse", "GatehouseThreads", "GatehouseWire", "CFido2"]
        ),
        .target(
            name: "GatehousePasswords",
            dependencies: ["GatehouseConcurrency", "GatehouseMetrics", "GatehouseThreads", "CSodium", "CZxcvbn"]
        ),
        .target(
            name: "GatehouseServer",
            dependencies: [
                "GatehouseConcurrency", "GatehouseWire", "GatehouseJOSE", "GatehouseStore", "GatehousePasswords",
                "GatehouseMetrics", "GatehouseThreads", "GatehouseWebAuthn", "CPCRE2", "CPhoneNumber",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Instrumentation", package: "swift-distributed-tracing", condition: server),
                .product(name: "Logging", package: "swift-log", condition: server),
            ],
            // In the binary: the tool is one file.
            resources: [.embedInCode("Localization/Resources"), .embedInCode("Delivery/Resources")]
        ),
        .target(
            name: "GatehouseDelivery",
            dependencies: [
                "GatehouseConcurrency", "GatehouseServer", "GatehouseThreads", "GatehouseWire", "CCurl",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .target(
            name: "GatehouseHTTP",
            dependencies: [
                "GatehouseConcurrency", "GatehouseServer", "GatehouseWire", "GatehouseStore", "GatehousePasswords",
                "GatehouseMetrics", "GatehouseQRCode",
                .product(name: "HummingbirdCore", package: "hummingbird", condition: server),
                .product(name: "HummingbirdTLS", package: "hummingbird", condition: server),
                .product(name: "Mustache", package: "swift-mustache", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: server),
                .product(name: "NIOPosix", package: "swift-nio", condition: server),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
            ],
            resources: [.embedInCode("Resources")]
        ),

        // Tools.
        .target(
            name: "GatehouseTesting",
            dependencies: [
                "GatehouseConcurrency", "Gatehouse", "GatehouseServer", "GatehouseHTTP", "GatehouseStore",
                "GatehousePasswords", "GatehouseJOSE", "GatehouseWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
            ]
        ),
        .target(
            name: "GatehouseMigration",
            dependencies: ["GatehouseWire"],
            resources: [.embedInCode("Resources")]
        ),
        .target(
            name: "GatehouseCommands",
            dependencies: [
                "GatehouseConcurrency", "Gatehouse", "GatehouseServer", "GatehouseHTTP", "GatehouseDelivery",
                "GatehouseMetrics", "GatehouseMigration", "GatehouseStore", "GatehouseStoreSQLite",
                "GatehouseStorePostgres",
                "GatehousePasswords", "GatehouseQRCode", "GatehouseSecurityKeys", "GatehouseThreads", "GatehouseWire",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: server),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Configuration", package: "swift-configuration", condition: server),
                .product(name: "Logging", package: "swift-log", condition: server),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: server),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
            ]
        ),
        .executableTarget(name: "GatehouseTool", dependencies: ["GatehouseCommands"]),
        .executableTarget(
            name: "GatehouseDemo",
            dependencies: ["Gatehouse", .product(name: "FlyingFox", package: "FlyingFox")],
            path: "Examples/WebApp",
            exclude: ["README.md"]
        ),
        // Examples with packages of their own, which the tests build and run here.
        .executableTarget(
            name: "ExampleCLI",
            dependencies: ["Gatehouse", .product(name: "HTTPTypes", package: "swift-http-types")],
            path: "Examples/CLI/Sources"
        ),
        .executableTarget(
            name: "ExampleNativeSignUp",
            dependencies: ["Gatehouse"],
            path: "Examples/NativeSignUp/Sources"
        ),
        .executableTarget(
            name: "ExampleOrdersAPI",
            dependencies: [
                "GatehouseVerifier", "GatehouseHummingbird",
                .product(name: "Hummingbird", package: "hummingbird", condition: hummingbird),
            ],
            path: "Examples/OrdersAPI/Sources"
        ),

        // The programs of `make bench`.
        .executableTarget(
            name: "BenchmarkLimits",
            dependencies: [
                "GatehouseConcurrency",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: server),
                .product(name: "Logging", package: "swift-log", condition: server),
                .product(name: "NIOCore", package: "swift-nio", condition: server),
            ],
            path: "Benchmarks/Sources/Limits"
        ),
        .executableTarget(
            name: "BenchmarkSDK",
            dependencies: [
                "GatehouseConcurrency", "Gatehouse", .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Benchmarks/Sources/SDK"
        ),
        .executableTarget(
            name: "BenchmarkVerifier",
            dependencies: [
                "GatehouseVerifier", "GatehouseJOSE", "GatehouseWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Benchmarks/Sources/Verifier"
        ),
        .executableTarget(
            name: "BenchmarkKit",
            dependencies: ["Gatehouse", "GatehouseTesting"],
            path: "Benchmarks/Sources/Kit"
        ),
        .executableTarget(
            name: "BenchmarkAppWithSDK",
            dependencies: ["Gatehouse"],
            path: "Benchmarks/Sources/AppWithSDK"
        ),
        .executableTarget(name: "BenchmarkAppWithoutSDK", path: "Benchmarks/Sources/AppWithoutSDK"),

        // Tests.
        .testTarget(name: "GatehouseConcurrencyTests", dependencies: ["GatehouseConcurrency"]),
        .testTarget(
            name: "GatehouseMetricsTests",
            dependencies: [
                "GatehouseMetrics", .product(name: "CoreMetrics", package: "swift-metrics", condition: server),
            ]
        ),
        .testTarget(
            name: "GatehouseWireTests",
            dependencies: ["GatehouseWire", .product(name: "HTTPTypes", package: "swift-http-types")]
        ),
        .testTarget(
            name: "GatehouseJOSETests",
            dependencies: [
                "GatehouseJOSE", "GatehouseWire",
                .product(name: "Crypto", package: "swift-crypto"),
                // A second implementation for comparison.
                .product(name: "JWTKit", package: "jwt-kit", condition: server),
            ]
        ),
        .testTarget(
            name: "GatehouseVerifierTests",
            dependencies: [
                "GatehouseConcurrency", "GatehouseJOSE", "GatehouseTestSupport", "GatehouseVerifier", "GatehouseWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                // Another issuer.
                .product(name: "JWTKit", package: "jwt-kit", condition: server),
            ]
        ),
        .testTarget(
            name: "GatehouseHummingbirdTests",
            dependencies: [
                "GatehouseHummingbird", "GatehouseJOSE", "GatehouseVerifier", "GatehouseWire",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird", condition: server),
                .product(name: "Logging", package: "swift-log", condition: server),
                .product(name: "NIOEmbedded", package: "swift-nio", condition: server),
            ]
        ),
        .testTarget(
            name: "GatehouseWebAuthnTests",
            dependencies: [
                "GatehouseTesting", "GatehouseWebAuthn", "GatehouseWire", "AuthenticatorTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]
        ),
        // An authenticator whose responses can be wrong, for all tests.
        .target(
            name: "AuthenticatorTestSupport",
            dependencies: [
                "GatehouseTesting", "GatehouseWire",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Tests/AuthenticatorTestSupport"
        ),
        // The schemas of the server's responses, for all tests.
        .target(
            name: "AnswerSchemas",
            dependencies: [
                "GatehouseHTTP", "GatehouseServer", "GatehouseWire",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Tests/AnswerSchemas"
        ),
        // Helpers of the tests.
        .target(
            name: "GatehouseTestSupport",
            dependencies: ["GatehouseConcurrency", .product(name: "FlyingFox", package: "FlyingFox")],
            path: "Tests/GatehouseTestSupport"
        ),
        // An app in another process, which tests kill.
        .executableTarget(
            name: "RefreshProcess",
            dependencies: [
                "GatehouseConcurrency", "Gatehouse", "GatehouseWire",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Tests/RefreshProcess"
        ),
        // A process that shares a store with a test.
        .executableTarget(name: "StoreProbe", dependencies: ["Gatehouse", "GatehouseWire"], path: "Tests/StoreProbe"),
        .testTarget(
            name: "GatehouseTests",
            dependencies: [
                "GatehouseConcurrency", "Gatehouse", "GatehouseTesting", "GatehouseTestSupport",
                .product(name: "FlyingFox", package: "FlyingFox"),
            ]
        ),
        // The tests that also run on the simulators of Apple's platforms, without the server.
        .testTarget(
            name: "GatehousePlatformTests",
            dependencies: ["Gatehouse", .product(name: "HTTPTypes", package: "swift-http-types")]
        ),
        .testTarget(
            name: "LoginWithAmazonTests",
            dependencies: [
                "GatehouseConcurrency", "LoginWithAmazon", "Gatehouse", "GatehouseTesting", "GatehouseTestSupport",
                "GatehouseHTTP", "GatehouseJOSE", "GatehouseServer", "GatehouseStore", "GatehouseWire",
            ]
        ),
        .testTarget(
            name: "MSALTests",
            dependencies: [
                "GatehouseConcurrency", "AnswerSchemas", "MSAL", "Gatehouse", "GatehouseTesting",
                "GatehouseTestSupport", "GatehouseHTTP", "GatehouseDelivery", "GatehouseServer", "GatehouseStore",
                "GatehouseWire",
            ]
        ),
        .testTarget(
            name: "KiiSDKTests",
            dependencies: [
                "GatehouseConcurrency", "KiiSDK", "Gatehouse", "GatehouseTesting", "GatehouseTestSupport",
                "GatehouseServer", "GatehouseStore", "GatehouseWire",
            ]
        ),
        .testTarget(
            name: "GatehouseUITests",
            dependencies: ["Gatehouse", "GatehouseTesting", "GatehouseTestSupport", "GatehouseUI", "GatehouseWire"]
        ),
        // The sessions that each kind of sign-out ends.
        .testTarget(
            name: "SignOutMatrixTests",
            dependencies: [
                "LoginWithAmazon", "MSAL", "KiiSDK", "Gatehouse", "GatehouseTesting", "GatehouseHTTP",
                "GatehouseServer", "GatehouseStore", "GatehouseWire",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .testTarget(
            name: "GatehouseStoreTests",
            dependencies: ["GatehouseMetrics", "GatehouseStore", "GatehouseStoreConformance"]
        ),
        .testTarget(
            name: "GatehouseStoreSQLTests",
            dependencies: ["GatehouseStore", "GatehouseStoreSQL", "GatehouseWire"]
        ),
        .testTarget(
            name: "GatehouseStoreSQLiteTests",
            dependencies: [
                "GatehouseConcurrency", "GatehouseMetrics", "GatehouseStore", "GatehouseStoreSQL",
                "GatehouseStoreSQLite",
                "GatehouseStoreConformance", "GatehouseTestSupport", "GatehouseWire",
                .product(name: "GRDB", package: "GRDB.swift", condition: server),
            ]
        ),
        .testTarget(
            name: "GatehouseStorePostgresTests",
            dependencies: [
                "GatehouseConcurrency", "GatehouseMetrics", "GatehouseStore", "GatehouseStoreSQL",
                "GatehouseStorePostgres", "GatehouseStoreSQLite", "GatehouseStoreConformance", "GatehouseTestSupport",
                "GatehouseThreads", "GatehouseWire",
            ]
        ),
        .testTarget(name: "GatehouseThreadsTests", dependencies: ["GatehouseThreads", "GatehouseTestSupport"]),
        .testTarget(name: "GatehouseQRCodeTests", dependencies: ["GatehouseQRCode", "GatehouseTestSupport"]),
        .testTarget(
            name: "GatehouseSecurityKeysTests",
            dependencies: [
                "GatehouseConcurrency", "AuthenticatorTestSupport", "Gatehouse", "GatehouseSecurityKeys",
                "GatehouseTestSupport", "GatehouseTesting", "GatehouseWebAuthn", "GatehouseWire", "CFido2",
            ]
        ),
        .testTarget(
            name: "GatehousePasswordsTests",
            dependencies: ["GatehouseMetrics", "GatehousePasswords", "GatehouseTestSupport", "GatehouseThreads"]
        ),
        .testTarget(
            name: "GatehouseServerTests",
            dependencies: [
                "GatehouseConcurrency", "AuthenticatorTestSupport", "GatehouseMetrics", "GatehouseServer",
                "GatehouseTesting", "GatehouseThreads",
            ]
        ),
        .testTarget(
            name: "GatehouseDeliveryTests",
            dependencies: [
                "GatehouseDelivery", "GatehouseServer", "GatehouseTestSupport", "GatehouseWire",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .testTarget(
            name: "GatehouseHTTPTests",
            dependencies: [
                "GatehouseConcurrency", "AnswerSchemas", "AuthenticatorTestSupport", "GatehouseHTTP",
                "GatehouseMetrics", "GatehouseTesting",
            ]
        ),
        .testTarget(name: "GatehouseMigrationTests", dependencies: ["GatehouseMigration", "GatehouseWire"]),
        .testTarget(
            name: "GatehouseCommandsTests",
            dependencies: [
                "GatehouseConcurrency", "AnswerSchemas", "GatehouseCommands", "Gatehouse", "GatehouseHTTP",
                "GatehousePasswords",
                "GatehouseDelivery",
                "GatehouseServer",
                "GatehouseSecurityKeys", "GatehouseStore", "GatehouseTesting", "GatehouseTestSupport", "GatehouseWire",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log", condition: server),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: server),
            ]
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "GatehouseConcurrency", "AnswerSchemas", "AuthenticatorTestSupport", "Gatehouse", "GatehouseTesting",
                "GatehouseTestSupport", "GatehouseStoreSQLite",
            ]
        ),
        // The test kit for apps, and the code of its tutorial.
        .testTarget(
            name: "GatehouseTestingTests",
            dependencies: [
                "GatehouseConcurrency", "Gatehouse", "GatehouseTesting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .testTarget(name: "TutorialTests", dependencies: ["Gatehouse", "GatehouseTesting"]),
        .testTarget(name: "LintTests"),
    ],
    cxxLanguageStandard: .cxx17
)

// Examples compile as apps do, without upcoming features.
for target in package.targets
where target.type != .system && target.name != "CPhoneNumber" && !target.name.hasSuffix("ObjC")
    && !target.name.hasPrefix("Example")
{
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .strictMemorySafety(),
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InferIsolatedConformances"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("ImmutableWeakCaptures"),
        ]
}

// Apple's tools collect the privacy manifests of an app's packages; no other platform reads one.
for target in package.targets where target.name == "Gatehouse" {
    #if os(macOS)
    target.resources = [.process("PrivacyInfo.xcprivacy")]
    #else
    target.exclude = ["PrivacyInfo.xcprivacy"]
    #endif
}
