import Foundation
package import HTTPTypes

/// A response that tells the client how to continue: HAL with the links of the next requests.
package struct EntraInteraction: JSONResponse, Hashable {
    package var state: EntraInteractionState
    /// The next step; `nil` unless the state requires an interaction.
    package var action: EntraInteractionAction?
    /// The token for the next request.
    package var continuationToken: Secret?
    package var scenario: EntraInteractionScenario?
    /// The context of ``EntraInteractionAction/challenge``, without which clients fail.
    package var challengeContext: ChallengeContext?
    /// The method that is verified or activated.
    package var type: EntraMethodType?
    /// The masked address that a code was sent to.
    package var hint: String?
    /// The number of digits of the code.
    package var codeLength: Int?
    /// The attributes to collect.
    package var attributes: [EntraAttributeDescriptor]?
    /// The number of milliseconds between two poll requests.
    package var pollInterval: Int?
    package var links: [EntraLinkRelation: EntraLink]
    package var methods: [EntraMethod]

    package init(
        _ state: EntraInteractionState,
        _ action: EntraInteractionAction? = nil,
        continuationToken: Secret?,
        links: [EntraLinkRelation: EntraLink] = [:],
        methods: [EntraMethod] = []
    ) {
        self.state = state
        self.action = action
        self.continuationToken = continuationToken
        self.links = links
        self.methods = methods
    }

    /// The number of factors that a challenge belongs to.
    package struct ChallengeContext: Sendable, Hashable, Codable {
        package var authenticationFactor: EntraAuthenticationFactor

        package init(_ factor: EntraAuthenticationFactor) {
            authenticationFactor = factor
        }
    }

    private struct Embedded: Codable {
        var methods: [EntraMethod]
    }

    /// Members that some servers nest.
    private struct Payload: Codable {
        var codeLength: Int?
    }

    private enum CodingKeys: String, CodingKey {
        case state, action, continuationToken, scenario, challengeContext, type, hint, codeLength, payload, attributes
        case pollInterval
        case links = "_links"
        case embedded = "_embedded"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        state = try container.decode(EntraInteractionState.self, forKey: .state)
        action = try container.decodeIfPresent(EntraInteractionAction.self, forKey: .action)
        continuationToken = try container.decodeIfPresent(Secret.self, forKey: .continuationToken)
        scenario = try container.decodeIfPresent(EntraInteractionScenario.self, forKey: .scenario)
        challengeContext = try container.decodeIfPresent(ChallengeContext.self, forKey: .challengeContext)
        type = try container.decodeIfPresent(EntraMethodType.self, forKey: .type)
        hint = try container.decodeIfPresent(String.self, forKey: .hint)
        codeLength =
            try container.decodeIfPresent(Int.self, forKey: .codeLength)
            ?? container.decodeIfPresent(Payload.self, forKey: .payload)?.codeLength
        attributes = try container.decodeIfPresent([EntraAttributeDescriptor].self, forKey: .attributes)
        pollInterval = try container.decodeIfPresent(Int.self, forKey: .pollInterval)
        links = try EntraLink.decode(try container.decodeIfPresent([String: EntraLink].self, forKey: .links))
        methods = try container.decodeIfPresent(Embedded.self, forKey: .embedded)?.methods ?? []
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state, forKey: .state)
        try container.encodeIfPresent(action, forKey: .action)
        try container.encodeIfPresent(continuationToken, forKey: .continuationToken)
        try container.encodeIfPresent(scenario, forKey: .scenario)
        try container.encodeIfPresent(challengeContext, forKey: .challengeContext)
        try container.encodeIfPresent(type, forKey: .type)
        try container.encodeIfPresent(hint, forKey: .hint)
        try container.encodeIfPresent(codeLength, forKey: .codeLength)
        try container.encodeIfPresent(attributes, forKey: .attributes)
        try container.encodeIfPresent(pollInterval, forKey: .pollInterval)
        if !links.isEmpty { try container.encode(EntraLink.encoded(links), forKey: .links) }
        if !methods.isEmpty { try container.encode(Embedded(methods: methods), forKey: .embedded) }
    }
}

extension HTTPFields {
    /// Returns the header fields of an interaction's response in the media type that the client accepts.
    ///
    /// - Parameter accept: The value of the `Accept` field.
    /// - Returns: The fields.
    package static func uncachedInteraction(accept: String?) -> HTTPFields {
        var fields = HTTPFields.uncachedJSON
        if accept?.lowercased().contains(halJSON) == true { fields[.contentType] = halJSON }
        return fields
    }

    /// The media type of HAL.
    package static let halJSON = "application/hal+json"
}

/// A link of HAL.
package struct EntraLink: Sendable, Hashable, Codable {
    package var href: String

    package init(_ href: String) {
        self.href = href
    }

    fileprivate static func decode(_ links: [String: EntraLink]?) throws -> [EntraLinkRelation: EntraLink] {
        Dictionary((links ?? [:]).map { (EntraLinkRelation(rawValue: $0.key), $0.value) }) { first, _ in first }
    }

    fileprivate static func encoded(_ links: [EntraLinkRelation: EntraLink]) -> [String: EntraLink] {
        Dictionary(links.map { ($0.key.rawValue, $0.value) }) { first, _ in first }
    }
}

/// A way to prove the user's identity, with the links of its requests.
package struct EntraMethod: Sendable, Hashable, Codable {
    package var id: String
    package var type: EntraMethodType
    /// The masked address.
    package var hint: String?
    package var links: [EntraLinkRelation: EntraLink]

    package init(id: String, type: EntraMethodType, hint: String? = nil, links: [EntraLinkRelation: EntraLink]) {
        self.id = id
        self.type = type
        self.hint = hint
        self.links = links
    }

    private enum CodingKeys: String, CodingKey {
        case id, type, hint
        case links = "_links"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        type = try container.decode(EntraMethodType.self, forKey: .type)
        hint = try container.decodeIfPresent(String.self, forKey: .hint)
        links = try EntraLink.decode(try container.decodeIfPresent([String: EntraLink].self, forKey: .links))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(hint, forKey: .hint)
        try container.encode(EntraLink.encoded(links), forKey: .links)
    }
}

/// An attribute that the client collects.
package struct EntraAttributeDescriptor: Sendable, Hashable, Codable {
    /// The name under which the value is submitted.
    package var attributeID: String
    /// The kind of the form field, such as ``text``.
    package var inputType: String
    package var isRequired: Bool
    package var label: String?
    /// The pattern of valid values.
    package var regex: String?
    /// The allowed values; an extension to Entra's format.
    package var options: [String]?

    package init(
        _ attributeID: String,
        inputType: String = text,
        isRequired: Bool,
        label: String? = nil,
        regex: String? = nil,
        options: [String]? = nil
    ) {
        self.attributeID = attributeID
        self.inputType = inputType
        self.isRequired = isRequired
        self.label = label
        self.regex = regex
        self.options = options
    }

    package static let text = "text"
    package static let boolean = "boolean"
    package static let password = "password"

    private enum CodingKeys: String, CodingKey {
        case attributeID = "attributeId"
        case inputType
        case isRequired = "required"
        case label, regex, options
    }
}

/// The state of an interaction.
package struct EntraInteractionState: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The client does the action.
    package static let interactionRequired = Self(rawValue: "interactionRequired")
    /// The client requests the authorization code.
    package static let proceed = Self(rawValue: "continue")
    /// The client continues in a browser, with a new sign-in.
    package static let redirect = Self(rawValue: "redirect")
}

/// The step that an interaction requires.
package struct EntraInteractionAction: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Chooses a method.
    package static let challenge = Self(rawValue: "challenge")
    /// Submits a code or a password.
    package static let verify = Self(rawValue: "verify")
    /// Sets a new password.
    package static let update = Self(rawValue: "update")
    package static let poll = Self(rawValue: "poll")
    package static let collectAttributes = Self(rawValue: "collectAttributes")
    /// Registers a second factor.
    package static let enroll = Self(rawValue: "enroll")
    /// Verifies the code of a registration.
    package static let activate = Self(rawValue: "activate")
}

/// The purpose of an interaction, if it is not a sign-in or sign-up.
package struct EntraInteractionScenario: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The reset of a password.
    package static let recovery = Self(rawValue: "recovery")
}

/// The number of factors that a challenge belongs to.
package struct EntraAuthenticationFactor: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let single = Self(rawValue: "singleFactor")
    package static let multi = Self(rawValue: "multiFactor")
}

/// The type of a method.
package struct EntraMethodType: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let email = Self(rawValue: "email")
    package static let sms = Self(rawValue: "sms")
    package static let password = Self(rawValue: "password")
}

/// The relation of a link.
package struct EntraLinkRelation: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let proceed = Self(rawValue: "continue")
    package static let challenge = Self(rawValue: "challenge")
    package static let verify = Self(rawValue: "verify")
    package static let resend = Self(rawValue: "resend")
    package static let recover = Self(rawValue: "recover")
    package static let update = Self(rawValue: "update")
    package static let poll = Self(rawValue: "poll")
    package static let submitAttributes = Self(rawValue: "submitAttributes")
    package static let enroll = Self(rawValue: "enroll")
    /// Another name of ``enroll``.
    package static let register = Self(rawValue: "register")
    package static let activate = Self(rawValue: "activate")
}
