package import Foundation

/// The members of a JSON object body.
package struct KiiJSONObject: Sendable, Hashable {
    package var values: [String: JSONValue]

    package init(_ values: [String: JSONValue] = [:]) {
        self.values = values
    }

    /// The maximum nesting of objects and arrays; custom fields may contain any JSON.
    private static let depth = 32

    /// Reads the body of a request; an empty one has no members.
    ///
    /// - Throws: `INVALID_JSON` if it is not one JSON object.
    package init(request body: Data) throws(KiiWireError) {
        guard !body.isEmpty else {
            values = [:]
            return
        }
        do { values = try JSONCoding.decode([String: JSONValue].self, from: body, depth: Self.depth) } catch {
            throw KiiWireError(.invalidJSON, "The body is not a JSON object: \(error.message)")
        }
    }

    /// Reads the body of a response.
    ///
    /// - Throws: `WireError` if it is not one JSON object.
    package init(response body: Data) throws(WireError) {
        values = try JSONCoding.decode([String: JSONValue].self, from: body, depth: Self.depth)
    }

    package var body: Data { JSONCoding.encode(values) }

    package subscript(name: KiiMemberName) -> JSONValue? {
        get { values[name.rawValue] }
        set { values[name.rawValue] = newValue }
    }

    /// The maximum length of a text or password in bytes, checked before processing.
    private static let maxTextLength = 16 * 1024

    /// Returns a single-line text, or `nil` if it is absent or `null`.
    ///
    /// - Throws: `INVALID_INPUT_DATA` if it is not a string, too long, or contains control characters.
    func text(_ name: KiiMemberName) throws(KiiWireError) -> String? {
        switch self[name] {
        case nil, .null?: return nil
        case .string(let text)? where text.utf8.count > Self.maxTextLength:
            throw KiiWireError.invalid(name, "exceeds \(Self.maxTextLength) bytes")
        case .string(let text)? where !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }): return text
        case _?: throw KiiWireError.invalid(name, "must be a single-line string")
        }
    }

    /// Returns a nonempty single-line text.
    ///
    /// - Throws: `INVALID_INPUT_DATA` if it is missing, empty or not a string.
    func requiredText(_ name: KiiMemberName) throws(KiiWireError) -> String {
        guard let text = try text(name), !text.isEmpty else { throw KiiWireError.invalid(name, "is missing") }
        return text
    }

    /// Returns a password; it may contain any characters.
    func secret(_ name: KiiMemberName) throws(KiiWireError) -> Secret? {
        switch self[name] {
        case nil, .null?: return nil
        case .string(let text)? where text.utf8.count > Self.maxTextLength:
            throw KiiWireError.invalid(name, "exceeds \(Self.maxTextLength) bytes")
        case .string(let text)?: return Secret(text)
        case _?: throw KiiWireError.invalid(name, "must be a string")
        }
    }

    func boolean(_ name: KiiMemberName) throws(KiiWireError) -> Bool? {
        switch self[name] {
        case nil, .null?: return nil
        case .bool(let value)?: return value
        case _?: throw KiiWireError.invalid(name, "must be true or false")
        }
    }

    mutating func set(_ name: KiiMemberName, _ text: String?) {
        self[name] = text.map(JSONValue.string)
    }

    mutating func set(_ name: KiiMemberName, _ secret: Secret?) {
        set(name, secret?.reveal())
    }

    mutating func set(_ name: KiiMemberName, _ value: Bool?) {
        self[name] = value.map(JSONValue.bool)
    }

    mutating func set(_ name: KiiMemberName, _ time: KiiTime?) {
        self[name] = time.map { .integer($0.milliseconds) }
    }
}

extension KiiJSONObject {
    /// The predefined members, including read-only ones.
    private static let predefined: Set<String> = Set(
        [
            KiiMemberName.userID, .internalUserID, .loginName, .displayName, .country, .locale, .emailAddress,
            .emailAddressVerified, .phoneNumber, .phoneNumberVerified, .password,
        ].map(\.rawValue)
    )

    /// Returns whether a name may be used for a custom field; the prefix `_` is reserved for the server.
    package static func isCustom(_ name: String) -> Bool {
        !name.hasPrefix("_") && !predefined.contains(name)
    }

    /// The custom fields of the app.
    var customFields: [String: JSONValue] {
        values.filter { Self.isCustom($0.key) }
    }
}

/// The name of a body member.
package struct KiiMemberName: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let userID = Self(rawValue: "userID")
    package static let internalUserID = Self(rawValue: "internalUserID")
    package static let loginName = Self(rawValue: "loginName")
    package static let displayName = Self(rawValue: "displayName")
    package static let country = Self(rawValue: "country")
    package static let locale = Self(rawValue: "locale")
    package static let emailAddress = Self(rawValue: "emailAddress")
    package static let emailAddressVerified = Self(rawValue: "emailAddressVerified")
    package static let phoneNumber = Self(rawValue: "phoneNumber")
    package static let phoneNumberVerified = Self(rawValue: "phoneNumberVerified")
    package static let password = Self(rawValue: "password")
    package static let hasPassword = Self(rawValue: "_hasPassword")
    package static let disabled = Self(rawValue: "_disabled")
    package static let emailAddressPending = Self(rawValue: "_emailAddressPending")
    package static let phoneNumberPending = Self(rawValue: "_phoneNumberPending")
    package static let created = Self(rawValue: "_created")
    package static let modified = Self(rawValue: "_modified")
    package static let newAccessToken = Self(rawValue: "_accessToken")
    package static let newRefreshToken = Self(rawValue: "_refreshToken")
    package static let newExpiry = Self(rawValue: "_expiresIn")
    package static let requestedExpiration = Self(rawValue: "_expiresAt")

    package static let oldPassword = Self(rawValue: "oldPassword")
    package static let newPassword = Self(rawValue: "newPassword")
    package static let notificationMethod = Self(rawValue: "notificationMethod")
    package static let smsResetMethod = Self(rawValue: "smsResetMethod")
    package static let pinCode = Self(rawValue: "pinCode")
    package static let verified = Self(rawValue: "verified")
    package static let verificationCode = Self(rawValue: "verificationCode")
    package static let verificationStatus = Self(rawValue: "verificationStatus")
    package static let status = Self(rawValue: "disabled")
    package static let modifiedAt = Self(rawValue: "modifiedAt")
    package static let expiresAt = Self(rawValue: "expiresAt")
    /// The spelling of one client library when it refreshes a token.
    package static let expiresAtSnakeCase = Self(rawValue: "expires_at")

    /// Members of an error.
    package static let errorCode = Self(rawValue: "errorCode")
    package static let message = Self(rawValue: "message")
    package static let field = Self(rawValue: "field")
    package static let value = Self(rawValue: "value")
    package static let appID = Self(rawValue: "appID")
    package static let disabledUserID = Self(rawValue: "UserID")
    package static let accountType = Self(rawValue: "accountType")
    package static let accessToken = Self(rawValue: "accessToken")
    package static let refreshToken = Self(rawValue: "refreshToken")
    package static let principalID = Self(rawValue: "principalID")
    package static let address = Self(rawValue: "address")
    package static let authenticatedAppID = Self(rawValue: "authenticatedAppID")
    package static let authenticatedPrincipalID = Self(rawValue: "authenticatedPrincipalID")
    package static let minimumLength = Self(rawValue: "minimumLength")
}

/// A point in time in Kii's format: milliseconds since 1970.
package struct KiiTime: Sendable, Hashable, Comparable {
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates a point in time from a date, rounded down to the millisecond and clamped to 64 bits.
    package init(_ date: Date) {
        milliseconds =
            Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded(.down)) ?? (date < .distantPast ? .min : .max)
    }

    /// Reads a JSON number or a string with one; returns `nil` for other values.
    init?(_ value: JSONValue) {
        switch value {
        case .integer(let number): milliseconds = number
        case .double(let number):
            guard let whole = Int64(exactly: number.rounded(.down)) else { return nil }
            milliseconds = whole
        case .string(let text):
            guard let number = Int64(text) else { return nil }
            milliseconds = number
        default: return nil
        }
    }

    package var date: Date { Date(timeIntervalSince1970: TimeInterval(milliseconds) / 1000) }

    package static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }
}
