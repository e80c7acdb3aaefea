import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// A place in a flow, with a token of it.
enum EntraPlace: String, CaseIterable, Sendable {
    case signUpStart, signUpCode, signUpPassword, signUpAttributes, signedUp
    case signInStart, signInCode, signInPassword
    case resetStart, resetCode, resetPassword, resetChanged, resetDone
    case spent

    /// What can be done there.
    var legal: Set<EntraDeed> {
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
        case .spent: []
        }
    }

    /// A server at that place, and the token.
    func reach() async throws -> (EntraWeb, String) {
        let attributes = [ClientAttribute(name: "country", isRequired: true)]
        switch self {
        case .signUpStart:
            let entra = try await EntraWeb(.password)
            return (entra, try #require(try await entra.signUp().token))
        case .signUpCode:
            let entra = try await EntraWeb(.password)
            return (entra, try await entra.signUpWaitingForCode())
        case .signUpPassword:
            let entra = try await EntraWeb(.password)
            let token = try await entra.signUpWaitingForCode()
            return (entra, try #require(try await entra.resume(token, code: try await entra.code()).token))
        case .signUpAttributes, .signedUp:
            let entra = try await EntraWeb(attributes: self == .signedUp ? [] : attributes)
            let token = try await entra.signUpWaitingForCode()
            return (entra, try #require(try await entra.resume(token, code: try await entra.code()).token))
        case .signInStart, .signInCode, .signInPassword:
            let entra = try await EntraWeb(self == .signInPassword ? .password : .code)
            try await entra.addAccount()
            guard self == .signInStart else { return (entra, try await entra.signInWaiting()) }
            return (entra, try #require(try await entra.signIn().token))
        case .resetStart, .resetCode, .resetPassword, .resetChanged, .resetDone: return try await reachReset()
        case .spent:
            let (entra, token) = try await Self.signedUp.reach()
            #expect(try await entra.token(token, .continuationToken).verdict == "ok")
            return (entra, token)
        }
    }

    /// Goes on from there to the end of the flow, and says how it ended.
    func finish(_ entra: EntraWeb, _ token: String) async throws -> EntraReply {
        switch self {
        case .signUpStart: try await Self.signUpCode.finish(entra, try await entra.challenge("signup", token))
        case .signUpCode:
            try await Self.signUpPassword.finish(entra, try await entra.resume(token, code: try await entra.code()))
        case .signUpPassword:
            try await Self.signedUp.finish(
                entra,
                try await entra.resume(token, .password, [.password: EntraWeb.password])
            )
        case .signUpAttributes:
            try await Self.signedUp.finish(entra, try await entra.resume(token, attributes: #"{"country":"Ireland"}"#))
        case .signInStart: try await Self.signInCode.finish(entra, try await entra.challenge("oauth2", token))
        case .signInCode: try await entra.token(token, .oob, [.oob: try await entra.code()])
        case .signInPassword: try await entra.token(token, .password, [.password: EntraWeb.password])
        case .resetStart: try await Self.resetCode.finish(entra, try await entra.challenge("resetpassword", token))
        case .resetCode:
            try await Self.resetPassword.finish(
                entra,
                try await entra.resetResume(token, code: try await entra.code())
            )
        case .resetPassword:
            try await Self.resetChanged.finish(
                entra,
                try await entra.resetSubmit(token, password: EntraWeb.otherPassword)
            )
        case .resetChanged: try await Self.resetDone.finish(entra, try await entra.resetPoll(token))
        case .signedUp, .resetDone, .spent: try await entra.token(token, .continuationToken)
        }
    }

    private func finish(_ entra: EntraWeb, _ reply: EntraReply) async throws -> EntraReply {
        try await finish(entra, try #require(reply.token, "\(rawValue): \(reply.verdict)"))
    }

    private func reachReset() async throws -> (EntraWeb, String) {
        let entra = try await EntraWeb(.password)
        try await entra.addAccount()
        guard self != .resetStart else { return (entra, try #require(try await entra.reset().token)) }
        let waiting = try await entra.resetWaitingForCode()
        guard self != .resetCode else { return (entra, waiting) }
        let proven = try await entra.resetResume(waiting, code: try await entra.code())
        guard self != .resetPassword else { return (entra, try #require(proven.token)) }
        let taken = try await entra.resetSubmit(proven.token, password: EntraWeb.otherPassword)
        guard self != .resetChanged else { return (entra, try #require(taken.token)) }
        return (entra, try #require(try await entra.resetPoll(taken.token).token))
    }
}
