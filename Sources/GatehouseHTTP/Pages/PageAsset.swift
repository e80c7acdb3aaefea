/// A file that pages load (stylesheet, script or icon), embedded in the executable.
package struct PageAsset: Sendable {
    /// The file name, such as `gatehouse.css`.
    package let name: String
    /// The media type of the file.
    package let contentType: String
    /// The content of the file.
    package let bytes: [UInt8]
    /// The path below the issuer's.
    ///
    /// It changes with the content, so that the file can be cached without revalidation.
    package let path: String

    package static let stylesheet = PageAsset(
        "gatehouse.css",
        "text/css; charset=utf-8",
        PackageResources.gatehouse_css
    )
    /// The styles of the account pages, which other pages do not load.
    package static let accountStylesheet = PageAsset(
        "account.css",
        "text/css; charset=utf-8",
        PackageResources.account_css
    )
    /// The styles of the pages of passkeys and second factors.
    package static let factorStylesheet = PageAsset(
        "factors.css",
        "text/css; charset=utf-8",
        PackageResources.factors_css
    )
    package static let script = PageAsset(
        "gatehouse.js",
        "text/javascript; charset=utf-8",
        PackageResources.gatehouse_js
    )
    /// The script of the pages with passkeys, which other pages do not load.
    package static let passkeyScript = PageAsset(
        "passkeys.js",
        "text/javascript; charset=utf-8",
        PackageResources.passkeys_js
    )
    package static let icon = PageAsset("icon.svg", "image/svg+xml", PackageResources.icon_svg)

    /// All assets, to be served at their ``path``.
    package static let all = [stylesheet, accountStylesheet, factorStylesheet, script, passkeyScript, icon]

    private init(_ name: String, _ contentType: String, _ bytes: [UInt8]) {
        self.name = name
        self.contentType = contentType
        self.bytes = bytes
        // FNV-1a: distinguishes versions; the input is neither secret nor hostile.
        let version = bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        path = "/assets/\(String(version, radix: 36))/\(name)"
    }
}
