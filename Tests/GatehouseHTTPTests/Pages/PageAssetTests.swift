import GatehouseHTTP
import Testing

@Suite struct PageAssetTests {
    @Test func derivesPathFromContent() {
        let names = ["gatehouse.css", "account.css", "factors.css", "gatehouse.js", "passkeys.js", "icon.svg"]
        #expect(PageAsset.all.map(\.name) == names)
        for asset in PageAsset.all {
            let parts = asset.path.split(separator: "/").map(String.init)
            #expect(parts.count == 3 && parts[0] == "assets" && parts[2] == asset.name)
        }
        #expect(Set(PageAsset.all.map(\.path)).count == 6)
    }

    @Test(arguments: [PageAsset.stylesheet, .accountStylesheet, .factorStylesheet])
    func limitsStylesheetSizeAndLoadsNoResources(sheet: PageAsset) {
        let css = String(decoding: sheet.bytes, as: UTF8.self)
        #expect(css.utf8.count < 16_384)
        #expect(!css.contains("@import") && !css.contains("url("))
    }
}
