/// A file the pages refer to: stylesheet, script and icon, held in the binary.
package struct PageAsset: Sendable {
    /// The file name, such as `gatehouse.css`.
    package let name: String
    /// The media type it is served with.
    package let contentType: String
    /// The file itself.
    package let bytes: [UInt8]
    /// Where it lives below the issuer's path.
    ///
    /// The path changes with the content, so it may be cached for ever.
    package let path: String

    package static let stylesheet = PageAsset(
        "gatehouse.css",
        "text/css; charset=utf-8",
        PackageResources.gatehouse_css
    )
    package static let script = PageAsset(
        "gatehouse.js",
        "text/javascript; charset=utf-8",
        PackageResources.gatehouse_js
    )
    package static let icon = PageAsset("icon.svg", "image/svg+xml", PackageResources.icon_svg)

    /// Every asset there is; serve each at its ``path``.
    package static let all = [stylesheet, script, icon]

    private init(_ name: String, _ contentType: String, _ bytes: [UInt8]) {
        self.name = name
        self.contentType = contentType
        self.bytes = bytes
        // FNV-1a: tells versions apart; nothing secret or hostile is hashed.
        let version = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        path = "/assets/\(String(version, radix: 36))/\(name)"
    }
}
