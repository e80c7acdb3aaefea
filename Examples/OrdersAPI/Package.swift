// swift-tools-version: 6.2
import PackageDescription

// The trait resolves Hummingbird, and none of the other dependencies of the server. Other programs name the package by
// its URL.
let package = Package(
    name: "orders-api",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "gatehouse", path: "../..", traits: ["Hummingbird"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "OrdersAPI",
            dependencies: [
                .product(name: "GatehouseVerifier", package: "gatehouse"),
                .product(name: "GatehouseHummingbird", package: "gatehouse"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]
        )
    ]
)
