// swift-tools-version: 6.2
import PackageDescription

// An app that uses only the SDK, and the module for APIs: tests check the packages that it resolves and the products
// that it builds.
let package = Package(
    name: "consumer",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(name: "gatehouse", path: "../../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Consumer",
            dependencies: [
                .product(name: "Gatehouse", package: "gatehouse"),
                .product(name: "GatehouseVerifier", package: "gatehouse"),
                .product(name: "LoginWithAmazon", package: "gatehouse"),
                .product(name: "MSAL", package: "gatehouse"),
                .product(name: "KiiSDK", package: "gatehouse"),
            ]
        ),
        // An app in Swift 5 mode that blocks its main thread.
        .executableTarget(
            name: "KiiConsumer",
            dependencies: [.product(name: "KiiSDK", package: "gatehouse")],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
    ]
)
