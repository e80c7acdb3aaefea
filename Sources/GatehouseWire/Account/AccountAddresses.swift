/// The kind of an address.
public enum AccountAddressKind: String, Codable, Sendable, Hashable, CaseIterable {
    /// An email address.
    case email
    /// A phone number.
    case phone
}

/// A verified address of an account.
public struct AccountAddress: Codable, Sendable, Hashable {
    /// The identifier, derived from account and address.
    public var id: String
    /// The kind.
    public var kind: AccountAddressKind
    /// The email address, or the phone number in E.164 format.
    public var value: String
    /// Whether the address receives the messages of its kind.
    public var isPrimary: Bool
    /// Whether the user has proven to receive messages at it.
    public var isVerified: Bool
    /// The time of that proof.
    public var verifiedAt: Timestamp?

    /// Creates an address.
    package init(
        id: String,
        kind: AccountAddressKind,
        value: String,
        isPrimary: Bool,
        isVerified: Bool,
        verifiedAt: Timestamp?
    ) {
        self.id = id
        self.kind = kind
        self.value = value
        self.isPrimary = isPrimary
        self.isVerified = isVerified
        self.verifiedAt = verifiedAt
    }

    enum CodingKeys: String, CodingKey {
        case id, kind, value
        case isPrimary = "is_primary"
        case isVerified = "is_verified"
        case verifiedAt = "verified_at"
    }
}

extension AccountAddress: DescribedJSON {
    package static let schema = SchemaDescription(
        "AccountAddress",
        "An address of an account.",
        members: [
            CodingKeys.id: "The identifier.",
            .kind: "The kind.",
            .value: .init("The email address, or the phone number in E.164 format.", example: "ada@example.com"),
            .isPrimary: "Whether the address receives the messages of its kind.",
            .isVerified: "Whether the user has proven to receive messages at it.",
            .verifiedAt: "The time of that proof.",
        ]
    )
}

/// An address that waits for the code that was sent to it.
public struct PendingAccountAddress: Codable, Sendable, Hashable {
    /// The identifier, derived from account and address.
    public var id: String
    /// The kind.
    public var kind: AccountAddressKind
    /// The email address, or the phone number in E.164 format.
    public var value: String
    /// The number of digits of the code; `nil` if no code is valid.
    public var codeLength: Int?
    /// The time at which the code expires; `nil` if no code is valid.
    public var expiresAt: Timestamp?
    /// The time from which a new code can be requested; `nil` if it can be requested now.
    public var resendAfter: Timestamp?

    /// Creates a pending address.
    package init(
        id: String,
        kind: AccountAddressKind,
        value: String,
        codeLength: Int? = nil,
        expiresAt: Timestamp? = nil,
        resendAfter: Timestamp? = nil
    ) {
        self.id = id
        self.kind = kind
        self.value = value
        self.codeLength = codeLength
        self.expiresAt = expiresAt
        self.resendAfter = resendAfter
    }

    enum CodingKeys: String, CodingKey {
        case id, kind, value
        case codeLength = "code_length"
        case expiresAt = "expires_at"
        case resendAfter = "resend_after"
    }
}

extension PendingAccountAddress: DescribedJSON {
    package static let schema = SchemaDescription(
        "PendingAccountAddress",
        "An address that waits for the code that was sent to it.",
        members: [
            CodingKeys.id: "The identifier.",
            .kind: "The kind.",
            .value: .init("The email address, or the phone number in E.164 format.", example: "ada@example.org"),
            .codeLength: .init("The number of digits of the code; absent if no code is valid.", example: 8),
            .expiresAt: "The time at which the code expires; absent if no code is valid.",
            .resendAfter: "The time from which a new code can be requested; absent if it can be requested now.",
        ]
    )
}

/// The addresses of an account.
public struct AccountAddresses: Codable, Sendable, Hashable {
    /// The addresses by which the user signs in.
    public var addresses: [AccountAddress]
    /// The addresses that wait for their code.
    public var pendingAddresses: [PendingAccountAddress]

    /// Creates a list.
    package init(addresses: [AccountAddress], pendingAddresses: [PendingAccountAddress]) {
        self.addresses = addresses
        self.pendingAddresses = pendingAddresses
    }

    enum CodingKeys: String, CodingKey {
        case addresses
        case pendingAddresses = "pending_addresses"
    }
}

extension AccountAddresses: DescribedJSON {
    package static let schema = SchemaDescription(
        "AccountAddresses",
        "The addresses of an account.",
        members: [
            CodingKeys.addresses: "The addresses by which the user signs in.",
            .pendingAddresses: "The addresses that wait for their code.",
        ]
    )
}

/// A request to add an address.
package struct AddAddressRequest: Codable, Sendable, Hashable {
    package static let maximumLength = 320

    package var kind: AccountAddressKind
    package var value: String

    package init(kind: AccountAddressKind, value: String) {
        self.kind = kind
        self.value = value
    }

    package enum CodingKeys: String, CodingKey {
        case kind, value
    }
}

extension AddAddressRequest: DescribedJSON {
    package static let schema = SchemaDescription(
        "NewAddress",
        "An address to add. It takes effect when it is verified.",
        members: [
            CodingKeys.kind: "The kind.",
            .value: .init(
                "The email address, or the phone number in E.164 format.",
                example: "ada@example.org",
                range: 1...maximumLength
            ),
        ]
    )
}

/// A request to verify an address.
package struct VerifyAddressRequest: Codable, Sendable, Hashable {
    package static let maximumLength = 64

    package var code: Secret

    package init(code: Secret) {
        self.code = code
    }

    package enum CodingKeys: String, CodingKey {
        case code
    }
}

extension VerifyAddressRequest: DescribedJSON {
    package static let schema = SchemaDescription(
        "AddressVerification",
        "The code that was sent to an address.",
        members: [
            CodingKeys.code: .init("The code; spaces are ignored.", example: "12345678", range: 1...maximumLength)
        ]
    )
}

/// A request to change an address.
package struct AddressUpdateRequest: Codable, Sendable, Hashable {
    /// Must be `true`: another address becomes the primary one instead of none.
    package var isPrimary: Bool

    package init(isPrimary: Bool = true) {
        self.isPrimary = isPrimary
    }

    package enum CodingKeys: String, CodingKey {
        case isPrimary = "is_primary"
    }
}

extension AddressUpdateRequest: DescribedJSON {
    package static let schema = SchemaDescription(
        "AddressUpdate",
        "A change of an address.",
        members: [
            CodingKeys.isPrimary: .init(
                "Must be `true`: the former primary address of the kind becomes an additional one.",
                example: true
            )
        ]
    )
}
