/// How the person is to prove who they are.
package struct EntraChallengeResponse: JSONResponse, Hashable {
    /// A code that was sent.
    package struct SentCode: Sendable, Hashable {
        /// By what it was sent, such as `email`.
        package var channel: String
        /// Where it was sent to, masked.
        package var target: String
        /// How many digits it has.
        package var length: Int
        /// Seconds until another one can be asked for.
        package var interval: Int?

        package init(channel: String = SentCode.email, target: String, length: Int, interval: Int?) {
            self.channel = channel
            self.target = target
            self.length = length
            self.interval = interval
        }

        /// What a code that goes by mail says of itself.
        package static let email = "email"

        /// The channel of a code that is sent by SMS.
        package static let sms = "sms"
    }

    /// The proof that is asked for.
    package enum Challenge: Sendable, Hashable {
        case code(SentCode)
        case password
    }

    package var continuationToken: Secret
    package var challenge: Challenge

    package init(continuationToken: Secret, challenge: Challenge) {
        self.continuationToken = continuationToken
        self.challenge = challenge
    }

    private enum CodingKeys: String, CodingKey {
        case continuationToken = "continuation_token"
        case type = "challenge_type"
        case bindingMethod = "binding_method"
        case channel = "challenge_channel"
        case target = "challenge_target_label"
        case length = "code_length"
        case interval
    }

    /// The person types the code.
    private static let prompt = "prompt"

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        continuationToken = try container.decode(Secret.self, forKey: .continuationToken)
        switch try container.decode(EntraChallengeType.self, forKey: .type) {
        case .password: challenge = .password
        case .oob:
            challenge = .code(
                SentCode(
                    channel: try container.decode(String.self, forKey: .channel),
                    target: try container.decode(String.self, forKey: .target),
                    length: try container.decode(Int.self, forKey: .length),
                    interval: try container.decodeIfPresent(Int.self, forKey: .interval)
                )
            )
        case let other:
            throw DecodingError.dataCorruptedError(
                forKey: .type,
                in: container,
                debugDescription: "Nobody knows how to do \(other)."
            )
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(continuationToken, forKey: .continuationToken)
        switch challenge {
        case .password: try container.encode(EntraChallengeType.password, forKey: .type)
        case .code(let code):
            try container.encode(EntraChallengeType.oob, forKey: .type)
            try container.encode(Self.prompt, forKey: .bindingMethod)
            try container.encode(code.channel, forKey: .channel)
            try container.encode(code.target, forKey: .target)
            try container.encode(code.length, forKey: .length)
            try container.encodeIfPresent(code.interval, forKey: .interval)
        }
    }
}
