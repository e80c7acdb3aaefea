/// Keeps the two spellings of a method that a delegate does not have from calling each other for ever.
enum Spelling {
    @TaskLocal private static var delegates: Set<ObjectIdentifier> = []

    static func once(for delegate: any AMZNLWAAuthenticationDelegate, _ call: () -> Void) {
        let delegate = ObjectIdentifier(delegate)
        guard !delegates.contains(delegate) else { return }
        $delegates.withValue(delegates.union([delegate]), operation: call)
    }
}
