// swift-tools-version: 6.2
import PackageDescription

// A separate app that uses the SDK from this checkout. Other apps name the package by its URL.
let package = Package(
    name: "native-sign-up",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [.package(name: "gatehouse", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "NativeSignUp",
            dependencies: [.product(name: "Gatehouse", package: "gatehouse")]
        )
    ]
)
