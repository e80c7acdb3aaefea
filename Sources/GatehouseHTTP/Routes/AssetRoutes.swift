import Foundation
import GatehouseWire
import HTTPTypes

/// The stylesheet, script and icon of the pages.
///
/// Their paths change with their content, so they can be cached without revalidation.
struct AssetRoutes: Sendable {
    var routes: [Route] {
        PageAsset.all.map { asset in
            Route([.get], asset.path, for: .api) { _ throws(OAuthError) in
                ServerResponse(
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
