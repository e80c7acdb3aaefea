// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AvoidRetroactiveConformances, NoLeadingUnderscores

// The Swift overlay of Dispatch: the members that the SDK uses.
@_exported import Dispatch

// https://developer.apple.com/documentation/dispatch/dispatchqos
public struct DispatchQoS: Equatable, Sendable {
    public static let `default` = DispatchQoS()
    public static let userInitiated = DispatchQoS()
    public static let utility = DispatchQoS()
    public static let unspecified = DispatchQoS()

    public enum QoSClass: Sendable {
        case background, utility, `default`, userInitiated, userInteractive, unspecified
    }
}

// https://developer.apple.com/documentation/dispatch/dispatchworkitemflags
public struct DispatchWorkItemFlags: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }
}

extension DispatchQueue {
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt64
        public static let concurrent = Attributes(rawValue: 1)

        public init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    public enum AutoreleaseFrequency: Sendable {
        case inherit, workItem, never
    }

    public static var main: DispatchQueue { fatalError() }

    public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { fatalError() }

    // https://developer.apple.com/documentation/dispatch/dispatchqueue/init(label:qos:attributes:autoreleasefrequency:target:)
    public convenience init(
        label: String,
        qos: DispatchQoS = .unspecified,
        attributes: Attributes = [],
        autoreleaseFrequency: AutoreleaseFrequency = .inherit,
        target: DispatchQueue? = nil
    ) { fatalError() }

    // https://developer.apple.com/documentation/dispatch/dispatchqueue/async(group:qos:flags:execute:)
    @preconcurrency
    public func async(
        qos: DispatchQoS = .unspecified,
        flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable @convention(block) () -> Void
    ) { fatalError() }

    // https://developer.apple.com/documentation/dispatch/dispatchqueue/asyncafter(deadline:qos:flags:execute:)
    @preconcurrency
    public func asyncAfter(
        deadline: DispatchTime,
        qos: DispatchQoS = .unspecified,
        flags: DispatchWorkItemFlags = [],
        execute work: @escaping @Sendable @convention(block) () -> Void
    ) { fatalError() }

    // https://developer.apple.com/documentation/dispatch/dispatchqueue/sync(execute:)
    public func sync<Result>(execute work: () throws -> Result) rethrows -> Result { fatalError() }
}

// https://developer.apple.com/documentation/dispatch/dispatchtime
public struct DispatchTime: Comparable, Sendable {
    public let rawValue: UInt64
    public static let distantFuture = DispatchTime(uptimeNanoseconds: .max)

    public static func now() -> DispatchTime { fatalError() }

    public init(uptimeNanoseconds: UInt64) { rawValue = uptimeNanoseconds }

    public var uptimeNanoseconds: UInt64 { rawValue }

    public static func < (one: DispatchTime, other: DispatchTime) -> Bool { one.rawValue < other.rawValue }

    public static func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { fatalError() }

    public static func + (time: DispatchTime, seconds: Double) -> DispatchTime { fatalError() }
}

// https://developer.apple.com/documentation/dispatch/dispatchtimeinterval
public enum DispatchTimeInterval: Equatable, Sendable {
    case seconds(Int), milliseconds(Int), microseconds(Int), nanoseconds(Int), never
}

// https://developer.apple.com/documentation/dispatch/dispatchtimeoutresult
public enum DispatchTimeoutResult: Sendable {
    case success, timedOut
}

extension DispatchSemaphore {
    public convenience init(value: Int) { fatalError() }

    public func wait() { fatalError() }

    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { fatalError() }

    @discardableResult
    public func signal() -> Int { fatalError() }
}

// https://developer.apple.com/documentation/dispatch/dispatchsourceprotocol
public protocol DispatchSourceProtocol: AnyObject, Sendable {
    typealias DispatchSourceHandler = @Sendable @convention(block) () -> Void

    func setEventHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: DispatchSourceHandler?)

    func setCancelHandler(qos: DispatchQoS, flags: DispatchWorkItemFlags, handler: DispatchSourceHandler?)

    func resume()

    func activate()

    func cancel()
}

extension DispatchSourceProtocol {
    public func setEventHandler(
        qos: DispatchQoS = .unspecified,
        flags: DispatchWorkItemFlags = [],
        handler: DispatchSourceHandler?
    ) { fatalError() }

    public func setCancelHandler(
        qos: DispatchQoS = .unspecified,
        flags: DispatchWorkItemFlags = [],
        handler: DispatchSourceHandler?
    ) { fatalError() }
}

// https://developer.apple.com/documentation/dispatch/dispatchsourceread
public protocol DispatchSourceRead: DispatchSourceProtocol {}

// https://developer.apple.com/documentation/dispatch/dispatchsourcefilesystemobject
public protocol DispatchSourceFileSystemObject: DispatchSourceProtocol {}

// https://developer.apple.com/documentation/dispatch/dispatchsource
public final class DispatchSource: Sendable {
    public struct FileSystemEvent: OptionSet, Sendable {
        public let rawValue: UInt
        public static let delete = FileSystemEvent(rawValue: 1)
        public static let write = FileSystemEvent(rawValue: 2)
        public static let rename = FileSystemEvent(rawValue: 0x20)
        public static let revoke = FileSystemEvent(rawValue: 0x40)

        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    public class func makeFileSystemObjectSource(
        fileDescriptor: Int32,
        eventMask: FileSystemEvent,
        queue: DispatchQueue? = nil
    ) -> any DispatchSourceFileSystemObject { fatalError() }
}
