public import Foundation

/// How a one-time code was sent to a person.
public struct CodeDelivery: Sendable, Hashable, Codable {
    /// What carries the code; an open set.
    public struct Channel: RawRepresentable, Sendable, Hashable, Codable {
        /// The name of the channel, in small letters.
        public let rawValue: String

        /// Names a channel.
        ///
        /// - Parameter rawValue: The name, in any letters.
        public init(rawValue: String) {
            self.rawValue = rawValue.lowercased()
        }

        /// E-mail.
        public static let email = Self(rawValue: "email")
        /// A text message to a phone.
        public static let sms = Self(rawValue: "sms")
    }

    /// The address the code was sent to, masked as the server wants it shown.
    public var sentTo: String
    /// What carries the code.
    public var channel: Channel
    /// How many digits the code has.
    public var codeLength: Int
    /// How long the person has to wait before another code can be sent; `nil` when the server does not say.
    public var resendAfter: Duration?
    /// When another code can be sent, by this device's clock; `nil` when the server does not say.
    public var resendAt: Date?
}
