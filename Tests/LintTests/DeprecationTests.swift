import Testing

/// Who builds an app that calls version 2 of Login with Amazon is told what takes the place of each call.
@Suite struct DeprecationTests {
    private static let path = "Sources/LoginWithAmazon/Version2/AMZNLWAMobileLib.swift"

    /// Each public function of a source with the message of its deprecation, `nil` where it has none.
    private func deprecations(in source: String) -> [(name: Substring, message: Substring?)] {
        let declaration = /((?:@available\([^@]*\)\s*)?)public (?:class |static )?func (\w+)/
        let attribute = /@available\(\s*\*,\s*deprecated,\s*message: "([^"]*)"\s*\)/
        return source.matches(of: declaration).map { match in
            (match.2, match.1.firstMatch(of: attribute)?.1)
        }
    }

    @Test func everyCallOfVersion2NamesItsReplacement() throws {
        let file = try #require(SourceTree.current.sources.first { $0.path == Self.path })
        let found = deprecations(in: file.text)
        #expect(
            found.map(\.name) == [
                "authorizeUser", "authorizeUser", "getAccessToken", "clearAuthorizationState", "getProfile",
                "getProfile",
                "handleOpen", "getClientId", "getRedirectUri",
            ]
        )
        for (name, message) in found {
            let message = message ?? ""
            let namesReplacement = ["AMZNAuthorizationManager", "AMZNUser.fetch(_:)", "authorize(_:withHandler:)"]
                .contains { message.contains($0) }
            #expect(message.hasPrefix("Use ") && namesReplacement, "\(name) is not deprecated as it should be")
        }
    }

    @Test(arguments: [
        ("@available(*, deprecated, message: \"Use f.\")\npublic class func a()", "Use f."),
        ("@available(\n    *,\n    deprecated,\n    message: \"Use f.\"\n)\npublic func a()", "Use f."),
        ("@available(*, deprecated)\npublic class func a()", nil),
        ("@available(*, deprecated, message: \"Use f.\")\nlet b = 1\npublic class func a()", nil),
        ("public static func a()", nil),
    ])
    func theMessageIsFoundWhereItBelongs(source: String, expected: String?) {
        #expect(deprecations(in: source).map { $0.message.map(String.init) } == [expected])
    }
}
