import KiiSDK

/// Calls that are deprecated, without the warning that the tests of this package may not have.
protocol DeprecatedCalls {
    func begin(at site: KiiSite?)
    func save(_ user: KiiUser) -> KiiCall
}
