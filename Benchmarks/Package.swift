// swift-tools-version: 6.2
import PackageDescription

// The Swift programs of `make bench`: limits of the server, and the SDK in an app.
let package = Package(
    name: "gatehouse-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "gatehouse", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "Limits",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .executableTarget(
            name: "SDK",
            dependencies: [
                .product(name: "Gatehouse", package: "gatehouse"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .executableTarget(
            name: "Kit",
            dependencies: [
                .product(name: "Gatehouse", package: "gatehouse"),
                .product(name: "GatehouseTesting", package: "gatehouse"),
            ]
        ),
        .executableTarget(name: "AppWithSDK", dependencies: [.product(name: "Gatehouse", package: "gatehouse")]),
        .executableTarget(name: "AppWithoutSDK"),
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
