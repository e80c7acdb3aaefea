import KiiSDK

/// An app that still makes the calls that are deprecated.
struct OldApp: DeprecatedCalls {
    @available(*, deprecated, message: "It tests what is.")
    func begin(at site: KiiSite?) {
        if let site {
            Kii.begin(withID: "app", andKey: "key", andSite: site)
        } else {
            Kii.begin(withID: "app", andKey: "key")
        }
    }

    @available(*, deprecated, message: "It tests what is.")
    func save(_ user: KiiUser) -> KiiCall {
        KiiCall(
            name: "save",
            wait: {
                try user.saveSynchronous()
                return user
            },
            hand: { user.save($0) },
            value: { try await user.save() }
        )
    }
}
