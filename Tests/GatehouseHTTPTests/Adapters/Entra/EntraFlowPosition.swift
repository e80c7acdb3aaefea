import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A position in a flow, with its continuation token.
enum EntraFlowPosition: String, CaseIterable, Sendable {
    case signUpStart, signUpCode, signUpPassword, signUpAttributes, signedUp
    case signInStart, signInCode, signInPassword
    case resetStart, resetCode, resetPassword, resetChanged, resetDone
    case used

    /// The actions that are allowed at this position.
    var allowedActions: Set<EntraAction> {
        switch self {
        case .signUpStart: [.signUpChallenge]
        case .signUpCode: [.signUpChallenge, .signUpCode, .signUpAttributes]
        case .signUpPassword: [.signUpChallenge, .signUpPassword]
        case .signUpAttributes: [.signUpAttributes]
        case .signedUp: [.tokenAfterFlow]
        case .signInStart: [.signInChallenge]
        case .signInCode: [.signInChallenge, .tokenForCode]
        case .signInPassword: [.signInChallenge, .tokenForPassword]
        case .resetStart: [.resetChallenge]
        case .resetCode: [.resetChallenge, .resetCode]
        case .resetPassword: [.resetSubmit]
        case .resetChanged: [.resetPoll]
        case .resetDone: [.resetPoll, .tokenAfterFlow]
        case .used: []
        }
    }

    /// Creates a server, and runs a flow up to this position.
    func reach() async throws -> (EntraFixture, String) {
        let attributes = [ClientAttribute(name: "country", isRequired: true)]
        switch self {
        case .signUpStart:
            let entra = try await EntraFixture(.password)
            return (entra, try #require(try await entra.signUp().token))
        case .signUpCode:
            let entra = try await EntraFixture(.password)
            return (entra, try await entra.signUpWaitingForCode())
        case .signUpPassword:
            let entra = try await EntraFixture(.password)
            let token = try await entra.signUpWaitingForCode()
            return (entra, try #require(try await entra.resume(token, code: try await entra.code()).token))
        case .signUpAttributes, .signedUp:
            let entra = try await EntraFixture(attributes: self == .signedUp ? [] : attributes)
            let token = try await entra.signUpWaitingForCode()
            return (entra, try #require(try await entra.resume(token, code: try await entra.code()).token))
        case .signInStart, .signInCode, .signInPassword:
            let entra = try await EntraFixture(self == .signInPassword ? .password : .code)
            try await entra.addAccount()
            guard self == .signInStart else { return (entra, try await entra.signInWaiting()) }
            return (entra, try #require(try await entra.signIn().token))
        case .resetStart, .resetCode, .resetPassword, .resetChanged, .resetDone: return try await reachReset()
        case .used:
            let (entra, token) = try await Self.signedUp.reach()
            #expect(try await entra.token(token, .continuationToken).summary == "ok")
            return (entra, token)
        }
    }

    /// Completes the flow from this position, and returns the last response.
    func finish(_ entra: EntraFixture, _ token: String) async throws -> EntraTestResponse {
        switch self {
        case .signUpStart: try await Self.signUpCode.finish(entra, try await entra.challenge("signup", token))
        case .signUpCode:
            try await Self.signUpPassword.finish(entra, try await entra.resume(token, code: try await entra.code()))
        case .signUpPassword:
            try await Self.signedUp.finish(
                entra,
                try await entra.resume(token, .password, with: [.password: EntraFixture.password])
            )
        case .signUpAttributes:
            try await Self.signedUp.finish(entra, try await entra.resume(token, attributes: #"{"country":"Ireland"}"#))
        case .signInStart: try await Self.signInCode.finish(entra, try await entra.challenge("oauth2", token))
        case .signInCode: try await entra.token(token, .oob, with: [.oob: try await entra.code()])
        case .signInPassword: try await entra.token(token, .password, with: [.password: EntraFixture.password])
        case .resetStart: try await Self.resetCode.finish(entra, try await entra.challenge("resetpassword", token))
        case .resetCode:
            try await Self.resetPassword.finish(
                entra,
                try await entra.resetResume(token, code: try await entra.code())
            )
        case .resetPassword:
            try await Self.resetChanged.finish(
                entra,
                try await entra.resetSubmit(token, password: EntraFixture.otherPassword)
            )
        case .resetChanged: try await Self.resetDone.finish(entra, try await entra.resetPoll(token))
        case .signedUp, .resetDone, .used: try await entra.token(token, .continuationToken)
        }
    }

    private func finish(_ entra: EntraFixture, _ reply: EntraTestResponse) async throws -> EntraTestResponse {
        try await finish(entra, try #require(reply.token, "\(rawValue): \(reply.summary)"))
    }

    private func reachReset() async throws -> (EntraFixture, String) {
        let entra = try await EntraFixture(.password)
        try await entra.addAccount()
        guard self != .resetStart else { return (entra, try #require(try await entra.reset().token)) }
        let waiting = try await entra.resetWaitingForCode()
        guard self != .resetCode else { return (entra, waiting) }
        let verified = try await entra.resetResume(waiting, code: try await entra.code())
        guard self != .resetPassword else { return (entra, try #require(verified.token)) }
        let accepted = try await entra.resetSubmit(verified.token, password: EntraFixture.otherPassword)
        guard self != .resetChanged else { return (entra, try #require(accepted.token)) }
        return (entra, try #require(try await entra.resetPoll(accepted.token).token))
    }
}
