// swift-tools-version: 6.2
import PackageDescription

// A separate program that uses the SDK from this checkout. Other programs name the package by its URL.
let package = Package(
    name: "cli",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "gatehouse", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ],
    targets: [
        .executableTarget(
            name: "CLI",
            dependencies: [
                .product(name: "Gatehouse", package: "gatehouse"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        )
    ]
)
