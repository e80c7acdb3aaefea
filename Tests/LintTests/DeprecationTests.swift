import Testing

/// The deprecation messages of older API versions name the replacement of each function.
@Suite struct DeprecationTests {
    private static let path = "Sources/LoginWithAmazon/API/AMZNLWAMobileLib.swift"
    /// The functions of MSAL 1 that version 2 removed, by file.
    private static let version1OfMSAL = [
        "Sources/MSAL/Application/MSALNativeAuthPublicClientApplication+Version1.swift": [
            "signUp", "signIn", "resetPassword",
        ],
        "Sources/MSAL/States/SignInAfterStates.swift": ["signIn", "signIn"],
        "Sources/MSAL/States/MSALNativeAuthUserAccountResult.swift": ["getAccessToken", "getAccessToken"],
    ]

    /// Returns the public functions of a source with their deprecation messages, `nil` if there is none.
    private func deprecations(in source: String) -> [(name: Substring, message: Substring?)] {
        let declaration = /((?:@available\([^@]*\)\s*)?)public (?:class |static )?func (\w+)/
        let attribute = /@available\(\s*\*,\s*deprecated,\s*message: "([^"]*)"\s*\)/
        return source.matches(of: declaration).map { match in
            (match.2, match.1.firstMatch(of: attribute)?.1)
        }
    }

    @Test func namesReplacementForEveryVersion2Function() throws {
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

    @Test(arguments: version1OfMSAL)
    func namesReplacementForEveryVersion1Function(path: String, names: [String]) throws {
        let file = try #require(SourceTree.current.sources.first { $0.path == path })
        let found = deprecations(in: file.text).filter { $0.message != nil }
        #expect(found.map { String($0.name) } == names)
        for (name, message) in found { #expect(message == "Use \(name)(parameters:delegate:).") }
    }

    @Test(arguments: [
        ("@available(*, deprecated, message: \"Use f.\")\npublic class func a()", "Use f."),
        ("@available(\n    *,\n    deprecated,\n    message: \"Use f.\"\n)\npublic func a()", "Use f."),
        ("@available(*, deprecated)\npublic class func a()", nil),
        ("@available(*, deprecated, message: \"Use f.\")\nlet b = 1\npublic class func a()", nil),
        ("public static func a()", nil),
    ])
    func findsMessageOfEachDeclaration(source: String, expected: String?) {
        #expect(deprecations(in: source).map { $0.message.map(String.init) } == [expected])
    }
}
