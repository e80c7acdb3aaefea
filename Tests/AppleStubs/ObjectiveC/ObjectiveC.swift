// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AvoidRetroactiveConformances, NoLeadingUnderscores

// The Swift overlay of the Objective-C runtime: the types that the compiler expects by name.
@_exported import ObjectiveC

@frozen public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
    private var value: Int8

    public init(_ value: Bool) { self.value = value ? 1 : 0 }

    public init(booleanLiteral value: Bool) { self.init(value) }

    public var boolValue: Bool { value != 0 }
}

@frozen public struct Selector: ExpressibleByStringLiteral {
    private var pointer: OpaquePointer?

    public init(_ name: String) { pointer = nil }

    public init(stringLiteral name: String) { self.init(name) }
}

@frozen public struct NSZone {
    private var pointer: OpaquePointer?
}

public func _convertBoolToObjCBool(_ value: Bool) -> ObjCBool { ObjCBool(value) }

public func _convertObjCBoolToBool(_ value: ObjCBool) -> Bool { value.boolValue }

extension NSObject: Equatable, Hashable {
    public static func == (one: NSObject, other: NSObject) -> Bool { one.isEqual(other) }

    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
