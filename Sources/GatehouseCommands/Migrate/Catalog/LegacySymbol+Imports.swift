extension LegacySymbol {
    static let module = "LoginWithAmazon"

    static let moduleImport = LegacySymbol(
        "the module",
        .importing,
        evidence: .otherUses,
        swift: "import LoginWithAmazon",
        objectiveC: "@import LoginWithAmazon;",
        difference:
            "The module keeps its name; it comes from the package's product LoginWithAmazon instead of a framework."
    )

    static let umbrellaHeader = LegacySymbol(
        "the umbrella header",
        .importing,
        swift: "import LoginWithAmazon",
        objectiveC: "@import LoginWithAmazon;",
        difference: "The package is a module without headers of its own to name."
    )

    /// Headers that can also be imported one by one.
    static let headers: Set<String> = [
        "AIMobileLib.h", "AIAuthenticationDelegate.h", "AIError.h", "AMZNLWAMobileLib.h",
        "AMZNLWAAuthenticationDelegate.h",
        "AMZNLWAError.h",
    ]

    static let header = LegacySymbol(
        "a header",
        .importing,
        swift: "import LoginWithAmazon",
        objectiveC: "@import LoginWithAmazon;",
        difference: umbrellaHeader.difference
    )
}
