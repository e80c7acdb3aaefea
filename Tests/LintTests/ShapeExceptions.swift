/// The code that breaks the rules on shape today.
///
/// Lists only shrink: an entry that is no longer needed fails its test.
enum ShapeExceptions {
    /// Types above 400 lines over all their files, as `Module.Type`.
    ///
    /// `KiiUser` is the vendor's class and stays one type.
    static let largeTypes: Set<String> = [
        "GatehouseStoreConformance.StoreContractTest",
        "GatehouseTests.SessionSimulation",
        "GatehouseTests.SessionStateMachineTests",
        "GatehouseWire.Parameters",
        "KiiSDK.KiiUser",
    ]

    /// Functions above 60 lines, as `Module name`.
    static let longFunctions: Set<String> = [
        "GatehouseServerTests issuesTokensWithAuthenticationDetails",
        "GatehouseServerTests startsWithHiddenPreheader",
        "GatehouseWireTests readsBackEveryRequest",
    ]

    /// Functions with more than six parameters, as `Module name`.
    static let functionsOfManyParameters: Set<String> = [
        "GatehouseServer fill",
        "GatehouseServerTests addClient",
        "GatehouseServerTests addCode",
        "GatehouseStoreConformance session",
    ]

    /// The number of functions with more than two parameters without labels.
    static let functionsOfUnlabelledParameters = 123

    /// Modules whose folders still form a cycle.
    static let cyclicModules: Set<String> = [
        "GatehouseServer"
    ]
}
