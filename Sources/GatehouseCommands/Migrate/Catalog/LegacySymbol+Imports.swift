extension LegacySymbol {
    static let module = "LoginWithAmazon"

    static let moduleImport = LegacySymbol(
        "the module",
        .importing,
        evidence: .otherUses,
        replacement: "nothing here; the package's product LoginWithAmazon in place of the framework",
        difference: "The module keeps its name, so the import stays the same."
    )

    /// The headers of the SDK that can be imported individually.
    static let headers: Set<String> = [
        "AIMobileLib.h", "AIAuthenticationDelegate.h", "AIError.h", "AMZNLWAMobileLib.h",
        "AMZNLWAAuthenticationDelegate.h", "AMZNLWAError.h", "LoginWithAmazon.h",
    ]

    /// The umbrella header, one of its parts, or the module import of Objective-C.
    static let header = LegacySymbol(
        "a header",
        .importing,
        replacement: "import LoginWithAmazon in Swift",
        difference: "The API of the package is Swift. It has no headers, and Objective-C cannot call it."
    )
}
