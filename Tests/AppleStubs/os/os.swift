// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AvoidRetroactiveConformances, NoLeadingUnderscores

// https://developer.apple.com/documentation/os/osallocatedunfairlock (iOS 16, macOS 13)
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    public init(uncheckedState initialState: State) { fatalError() }

    public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R { fatalError() }

    public func withLock<R: Sendable>(_ body: @Sendable (inout State) throws -> R) rethrows -> R { fatalError() }
}

extension OSAllocatedUnfairLock where State: Sendable {
    public init(initialState: State) { fatalError() }
}
