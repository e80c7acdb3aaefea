public import Foundation

/// The delivery of a one-time code.
public struct CodeDelivery: Sendable, Hashable, Codable {
    /// The channel that carries the code; open.
    public struct Channel: RawRepresentable, Sendable, Hashable, Codable {
        /// The name of the channel, in lower case.
        public let rawValue: String

        /// Creates a channel from its name.
        ///
        /// - Parameter rawValue: The name, in any case.
        public init(rawValue: String) {
            self.rawValue = rawValue.lowercased()
        }

        /// Email.
        public static let email = Self(rawValue: "email")
        /// A text message to a phone.
        public static let sms = Self(rawValue: "sms")
    }

    /// The destination, masked by the server for display.
    public var sentTo: String
    /// The channel that carries the code.
    public var channel: Channel
    /// The number of digits of the code.
    public var codeLength: Int
    /// The time until another code can be sent; `nil` if the server does not say.
    package var resendAfter: Duration?
    /// The time at which another code can be sent, by the device's clock; `nil` if the server does not say.
    public var resendAt: Date?
}

/// An attribute that the server requires or accepts at sign-up.
public struct RequiredAttribute: Sendable, Hashable, Codable {
    /// The data type of a value; open.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// The name of the type.
        public let rawValue: String

        /// Creates a type from its name.
        ///
        /// - Parameter rawValue: The name on the wire.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Text.
        public static let string = Self(rawValue: "string")
        /// A Boolean value.
        public static let boolean = Self(rawValue: "boolean")
        /// A number.
        public static let number = Self(rawValue: "number")
    }

    /// The name under which the value is submitted, such as `displayName`.
    public var name: String
    /// The data type of the value.
    public var kind: Kind
    /// A Boolean value that indicates whether the attribute is required.
    public var isRequired: Bool
    /// A regular expression that the whole value must match; `nil` if any value is accepted.
    public var pattern: String?
    /// The values to choose from; empty if the server lists none.
    public var choices: [String]
    /// The label for a form, if the server provides one.
    public var label: String?
}
