import GatehouseStore
import GatehouseWire

/// Describes the steps of flows to clients.
struct EntraInteractionPresenter: Sendable {
    let flows: NativeFlows
    /// The number of digits of a code.
    let codeLength: Int

    /// The poll interval in milliseconds; clients poll only once, because the password is set already.
    private static let pollInterval = 1000

    /// Returns the response for the step that a flow has reached.
    func interaction(
        for progress: NativeFlowProgress,
        _ interaction: EntraFlowCall
    ) async throws(EntraInteractionError) -> EntraInteraction {
        let position = Position(progress, interaction)
        var response: EntraInteraction
        do throws(FlowError) {
            switch progress.step {
            case .challenge(let step): response = try await challenge(step, position)
            case .password: response = verification(.password, position)
            case .code(let step): response = verification(of: step, position)
            case .chooseFactor(let step): response = try await challenge(step, position)
            case .additionalFactor(let step):
                guard let code = step.sentCode else { throw .additionalFactorRequired }
                response = verification(of: code, position)
            case .enrolFactor(let step): response = try enrolment(step, position)
            case .choosePassword:
                response = collection([Self.password], position)
            case .attributes(let step):
                response = collection(EntraAttributes(interaction.client).missing(in: step).map(Self.field), position)
            case .newPassword:
                response = position.interaction(.update, [.update: interaction.links[.update]])
            case .granted:
                response = EntraInteraction(
                    .proceed,
                    continuationToken: position.token,
                    links: [.proceed: interaction.links.proceed]
                )
            default: throw .failed
            }
        } catch {
            throw interaction.error(error)
        }
        if progress.flow.isReset { response.scenario = .recovery }
        return response
    }

    /// Returns the response that requests the first attributes of a new account, before its flow begins.
    func registration(at progress: NativeFlowProgress, _ interaction: EntraFlowCall) -> EntraInteraction {
        let client = interaction.client
        let names = EntraAttributes(client)
        let others = client.attributes.map { attribute in
            Self.field(RequestedAttribute(attribute, name: names.entraName(for: attribute.name)))
        }
        let password = client.native?.method == .password ? [Self.password] : []
        let email = EntraAttributeDescriptor(EntraAttributeID.email, isRequired: true)
        return collection([email] + password + others, Position(progress, interaction))
    }

    /// Returns the response to a new password that was set.
    func poll(at progress: NativeFlowProgress, _ interaction: EntraFlowCall) -> EntraInteraction {
        var response = Position(progress, interaction).interaction(.poll, [.poll: interaction.links[.poll]])
        response.pollInterval = Self.pollInterval
        response.scenario = .recovery
        return response
    }
}

extension EntraInteractionPresenter {
    /// The flow of a response, and its links.
    private struct Position {
        let progress: NativeFlowProgress
        let links: EntraInteractionLinks
        let client: Client

        init(_ progress: NativeFlowProgress, _ interaction: EntraFlowCall) {
            self.progress = progress
            links = interaction.links
            client = interaction.client
        }

        var flow: Flow { progress.flow }
        var token: Secret { EntraInteractionToken(progress.token, of: client.id).secret }

        func interaction(
            _ action: EntraInteractionAction,
            _ links: [EntraLinkRelation: EntraLink] = [:]
        ) -> EntraInteraction {
            EntraInteraction(.interactionRequired, action, continuationToken: token, links: links)
        }

        func link(_ endpoint: EntraInteractionEndpoint, _ type: EntraMethodType) -> EntraLink {
            links[endpoint, of: type, in: flow]
        }

        func method(
            _ type: EntraMethodType,
            hint: String?,
            _ links: [EntraLinkRelation: EntraLink]
        ) -> EntraMethod {
            EntraMethod(id: type.id(in: flow.id), type: type, hint: hint, links: links)
        }
    }

    /// Returns the methods of the first factor: those of the app, not of the account, unless accounts are disclosed.
    private func challenge(
        _ step: ChallengeSelectionStep,
        _ position: Position
    ) async throws(FlowError) -> EntraInteraction {
        guard case .native(let intent) = position.flow.state.purpose else { throw .failed }
        let needed = try await flows.challenges.requiredChallenges(of: intent.flow, step.email, position.client)
        let address = LoginIdentifier(typed: step.email)
        let type: EntraMethodType = needed.contains(.code) ? EntraMethodType(address.kind) : .password
        var links: [EntraLinkRelation: EntraLink] = [.challenge: position.link(.challenge, type)]
        // A password is reset with a code by mail.
        if type == .password, address.kind == .email { links[.recover] = position.link(.recover, type) }
        var response = position.interaction(.challenge)
        response.challengeContext = EntraInteraction.ChallengeContext(.single)
        response.methods = [position.method(type, hint: type == .password ? nil : address.masked, links)]
        return response
    }

    /// Returns the second factors that the protocol can express.
    ///
    /// - Throws: ``FlowError/additionalFactorRequired`` if there is none.
    private func challenge(_ step: ChooseFactorStep, _ position: Position) async throws(FlowError) -> EntraInteraction {
        var response = position.interaction(.challenge)
        response.challengeContext = EntraInteraction.ChallengeContext(.multi)
        response.methods = try await flows.choices(of: step).compactMap { choice in
            EntraMethodType(choice.factor).map { type in
                position.method(type, hint: choice.maskedAddress, [.challenge: position.link(.challenge, type)])
            }
        }
        guard !response.methods.isEmpty else { throw .additionalFactorRequired }
        return response
    }

    private func verification(_ type: EntraMethodType, _ position: Position) -> EntraInteraction {
        var response = position.interaction(.verify, [.verify: position.link(.verify, type)])
        response.type = type
        return response
    }

    private func verification(of code: CodeChallengeStep, _ position: Position) -> EntraInteraction {
        let type = EntraMethodType(code.address.kind)
        var response = verification(type, position)
        response.links[.resend] = position.link(.resend, type)
        response.hint = code.address.masked
        response.codeLength = codeLength
        return response
    }

    /// Returns the methods to register as the second factor, or the registration that waits for its code.
    private func enrolment(_ step: EnrolFactorStep, _ position: Position) throws(FlowError) -> EntraInteraction {
        if let code = step.sentCode {
            let type = EntraMethodType(code.address.kind)
            var response = position.interaction(
                .activate,
                [.activate: position.link(.activate, type), .resend: position.link(.resend, type)]
            )
            response.type = type
            response.hint = code.address.masked
            response.codeLength = codeLength
            return response
        }
        let link = position.links[.enroll]
        var response = position.interaction(.enroll, [.enroll: link, .register: link])
        response.methods = step.factors.compactMap { EntraMethodType($0) }.map { type in
            let link = position.link(.enrollMethod, type)
            return position.method(type, hint: nil, [.enroll: link, .register: link, .challenge: link])
        }
        guard !response.methods.isEmpty else { throw .additionalFactorRequired }
        return response
    }

    private func collection(_ fields: [EntraAttributeDescriptor], _ position: Position) -> EntraInteraction {
        var response = position.interaction(
            .collectAttributes,
            [.submitAttributes: position.links[.submitAttributes]]
        )
        response.attributes = fields
        return response
    }

    private static let password = EntraAttributeDescriptor(
        EntraAttributeID.password,
        inputType: EntraAttributeDescriptor.password,
        isRequired: true
    )

    private static func field(_ attribute: RequestedAttribute) -> EntraAttributeDescriptor {
        EntraAttributeDescriptor(
            attribute.name,
            inputType: attribute.type == RequestedAttribute.boolean
                ? EntraAttributeDescriptor.boolean : EntraAttributeDescriptor.text,
            isRequired: attribute.isRequired,
            label: attribute.label,
            regex: attribute.regex,
            options: attribute.choices
        )
    }
}

extension Flow {
    /// Whether the flow is a native app's password reset.
    fileprivate var isReset: Bool {
        if case .native(let intent) = state.purpose { intent.flow == .reset } else { false }
    }
}
