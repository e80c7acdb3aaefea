import GatehouseWire
import Testing

@Suite struct CacheControlTests {
    @Test(arguments: [
        ("max-age=600", 600), ("Max-Age=0", 0), ("public, max-age=60, must-revalidate", 60), ("max-age=\"30\"", 30),
        ("no-store", 0), ("no-cache, max-age=600", 0), ("max-age=600,max-age=60", 60),
        ("max-age=99999999999999999999", 2_147_483_647), ("no-cache=\"set-cookie\"", 0),
    ])
    func parsesLifetime(text: String, seconds: Double) {
        #expect(CacheControl(text).maxAge == seconds)
    }

    @Test(arguments: ["", "public", "max-age", "max-age=", "max-age=-1", "max-age=1.5", "s-maxage=9", ",="])
    func ignoresMalformedDirective(text: String) {
        #expect(CacheControl(text).maxAge == nil)
    }
}
