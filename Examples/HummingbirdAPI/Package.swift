// swift-tools-version: 6.2
import PackageDescription

// An API validates access tokens with the server's public keys: it needs no package of Gatehouse.
let package = Package(
    name: "hummingbird-api",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        .executableTarget(
            name: "HummingbirdAPI",
            dependencies: [
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "JWTKit", package: "jwt-kit"),
            ]
        )
    ]
)
