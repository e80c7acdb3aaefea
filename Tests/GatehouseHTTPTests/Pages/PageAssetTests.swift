import GatehouseHTTP
import Testing

@Suite struct PageAssetTests {
    @Test func derivesPathFromContent() {
        #expect(PageAsset.all.map(\.name) == ["gatehouse.css", "gatehouse.js", "icon.svg"])
        for asset in PageAsset.all {
            let parts = asset.path.split(separator: "/").map(String.init)
            #expect(parts.count == 3 && parts[0] == "assets" && parts[2] == asset.name)
        }
        #expect(Set(PageAsset.all.map(\.path)).count == 3)
    }

    @Test func limitsStylesheetSizeAndLoadsNoResources() {
        let css = String(decoding: PageAsset.stylesheet.bytes, as: UTF8.self)
        #expect(css.utf8.count < 16_384)
        #expect(!css.contains("@import") && !css.contains("url("))
    }
}
