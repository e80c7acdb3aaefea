// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AvoidRetroactiveConformances, NoLeadingUnderscores

// The Swift overlay of Foundation. Value types are those of swift-foundation, which Apple's Foundation has too.
@_exported import CoreFoundation
@_exported import Darwin
@_exported import Dispatch
@_exported import Foundation
@_exported import FoundationEssentials
@_exported import FoundationInternationalization
@_exported import ObjectiveC

// Bridging: the compiler requires the conformances; the check calls none of them.
extension _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> _ObjectiveCType { fatalError() }

    public static func _forceBridgeFromObjectiveC(_ source: _ObjectiveCType, result: inout Self?) { fatalError() }

    public static func _conditionallyBridgeFromObjectiveC(
        _ source: _ObjectiveCType,
        result: inout Self?
    ) -> Bool { fatalError() }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: _ObjectiveCType?) -> Self { fatalError() }
}

extension String: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSString
}

extension Array: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSArray
}

extension Dictionary: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSDictionary
}

extension Set: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSSet
}

extension AnyHashable: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSObject
}

extension Bool: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSNumber
}

extension Int: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSNumber
}

extension UInt: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSNumber
}

extension Int32: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSNumber
}

extension Int64: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSNumber
}

extension UInt64: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSNumber
}

extension Float: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSNumber
}

extension Double: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSNumber
}

extension Data: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSData
}

extension Date: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSDate
}

extension URL: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSURL
}

extension UUID: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSUUID
}

extension Locale: @retroactive _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSLocale
}

extension URLRequest: _ObjectiveCBridgeable {
    public typealias _ObjectiveCType = NSURLRequest
}

// Errors.
extension NSError: Error {
    public var _domain: String { domain }

    public var _code: Int { code }
}

public func _convertNSErrorToError(_ error: NSError?) -> any Error { fatalError() }

public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }

public typealias NSErrorPointer = AutoreleasingUnsafeMutablePointer<NSError?>?

extension Error {
    // https://developer.apple.com/documentation/swift/error/localizeddescription
    public var localizedDescription: String { fatalError() }
}

// The protocols that the compiler gives the types of NS_ERROR_ENUM.
public protocol _ErrorCodeProtocol: Equatable {
    associatedtype _ErrorType: _BridgedStoredNSError where _ErrorType.Code == Self
}

public protocol _BridgedStoredNSError: Error, Hashable {
    associatedtype Code: _ErrorCodeProtocol

    var _nsError: NSError { get }

    init(_nsError: NSError)
}

extension _BridgedStoredNSError {
    public var code: Code { fatalError() }

    public var userInfo: [String: Any] { fatalError() }
}

// https://developer.apple.com/documentation/foundation/urlerror
public struct URLError: Error, Sendable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let unknown = Code(rawValue: -1)
        public static let badURL = Code(rawValue: -1000)
        public static let cancelled = Code(rawValue: -999)
        public static let timedOut = Code(rawValue: -1001)
        public static let cannotFindHost = Code(rawValue: -1003)
        public static let cannotConnectToHost = Code(rawValue: -1004)
        public static let secureConnectionFailed = Code(rawValue: -1200)
        public static let serverCertificateHasBadDate = Code(rawValue: -1201)
        public static let serverCertificateUntrusted = Code(rawValue: -1202)
        public static let serverCertificateHasUnknownRoot = Code(rawValue: -1203)
        public static let serverCertificateNotYetValid = Code(rawValue: -1204)
    }

    public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }

    public var code: Code { fatalError() }
}

// https://developer.apple.com/documentation/foundation/urlrequest
public struct URLRequest: Hashable, Sendable {
    public typealias CachePolicy = NSURLRequest.CachePolicy

    public init(
        url: URL,
        cachePolicy: CachePolicy = .useProtocolCachePolicy,
        timeoutInterval: TimeInterval = 60
    ) { fatalError() }

    public var url: URL?
    public var httpMethod: String?
    public var httpBody: Data?
    public var httpShouldHandleCookies: Bool
    public var allHTTPHeaderFields: [String: String]?

    public func value(forHTTPHeaderField field: String) -> String? { fatalError() }

    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) { fatalError() }

    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) { fatalError() }
}

// https://developer.apple.com/documentation/swift/stringprotocol
extension StringProtocol {
    public func range<Other: StringProtocol>(
        of text: Other,
        options: String.CompareOptions = [],
        range: Range<Index>? = nil,
        locale: Locale? = nil
    ) -> Range<Index>? { fatalError() }

    public var removingPercentEncoding: String? { fatalError() }

    public func localizedCaseInsensitiveContains<Other: StringProtocol>(_ other: Other) -> Bool { fatalError() }

    public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
}

// https://developer.apple.com/documentation/foundation/characterset
public struct CharacterSet: Hashable, Sendable {
    public static var whitespacesAndNewlines: CharacterSet { fatalError() }
}

// https://developer.apple.com/documentation/foundation/jsonserialization
public class JSONSerialization {
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    public class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { fatalError() }
}

// https://developer.apple.com/documentation/foundation/indexset
public struct IndexSet: Sequence, Hashable, Sendable {
    public func makeIterator() -> IndexingIterator<[Int]> { fatalError() }
}
