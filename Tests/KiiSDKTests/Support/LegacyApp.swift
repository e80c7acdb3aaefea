import KiiSDK

/// An app that makes deprecated calls.
struct LegacyApp: DeprecatedCalls {
    @available(*, deprecated, message: "Tests deprecated calls.")
    func begin(at site: KiiSite?) {
        if let site {
            Kii.begin(withID: "app", andKey: "key", andSite: site)
        } else {
            Kii.begin(withID: "app", andKey: "key")
        }
    }

    @available(*, deprecated, message: "Tests deprecated calls.")
    func save(_ user: KiiUser) -> KiiCall {
        KiiCall(
            name: "save",
            wait: {
                try user.saveSynchronous()
                return user
            },
            withBlock: { user.save($0) },
            value: { try await user.save() }
        )
    }
}

/// The deprecated calls, through a protocol that hides their deprecation: the tests compile without warnings.
protocol DeprecatedCalls {
    func begin(at site: KiiSite?)
    func save(_ user: KiiUser) -> KiiCall
}
