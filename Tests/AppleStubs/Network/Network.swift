// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AvoidRetroactiveConformances, NoLeadingUnderscores

// https://developer.apple.com/documentation/network/nwpathmonitor (sequence: iOS 17, macOS 14)
public import Dispatch

public struct NWPath: Sendable {
    public enum Status: Sendable {
        case satisfied, unsatisfied, requiresConnection
    }

    public let status: Status
}

public final class NWPathMonitor: Sendable, AsyncSequence {
    public typealias Element = NWPath

    public struct Iterator: AsyncIteratorProtocol {
        public mutating func next() async -> NWPath? { fatalError() }
    }

    public init() { fatalError() }

    public func makeAsyncIterator() -> Iterator { fatalError() }

    public func start(queue: DispatchQueue) { fatalError() }

    public func cancel() { fatalError() }
}
