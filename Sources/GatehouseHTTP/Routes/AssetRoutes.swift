import Foundation
import GatehouseWire
import HTTPTypes

/// Stylesheet, script and icon.
///
/// Their addresses change with their content, so they are kept for ever.
struct AssetRoutes: Sendable {
    var routes: [Route] {
        PageAsset.all.map { asset in
            Route([.get], asset.path, for: .program) { _ throws(OAuthError) in
                HTTPAnswer(
                    fields: [
                        .contentType: asset.contentType,
                        .cacheControl: "public, max-age=31536000, immutable",
                    ],
                    body: Data(asset.bytes)
                )
            }
        }
    }
}
