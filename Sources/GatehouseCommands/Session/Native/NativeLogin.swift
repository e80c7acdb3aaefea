import Foundation
import Gatehouse

/// Signs a person in at the terminal itself, without a browser.
struct NativeLogin: Sendable {
    /// What the person has come for.
    enum Purpose: CaseIterable, Sendable {
        case signIn, signUp, passwordReset
    }

    let client: GatehouseClient
    let ask: Questions
    let scopes: ScopeSet

    /// Leads the person to a session.
    ///
    /// - Parameters:
    ///   - purpose: What the person has come for; asked for when it is `nil`.
    ///   - email: The person's address; asked for when it is `nil`.
    /// - Returns: The session.
    /// - Throws: `AuthError` when the server does not sign the person in, `CommandFailure` at the end of the input.
    func run(_ purpose: Purpose?, email: String?) async throws -> Session {
        let email = if let email { email } else { try await ask.text("E-mail address") }
        let chosen = if let purpose { purpose } else { try await self.purpose() }
        switch chosen {
        case .signIn: return try await signIn(email)
        case .signUp: return try await signUp(email)
        case .passwordReset: return try await resetPassword(email)
        }
    }

    private func purpose() async throws -> Purpose {
        while true {
            switch try await ask.answer("Sign in (Enter), create an account (n), or forgot the password (f)")
                .lowercased()
            {
            case "", "s": return .signIn
            case "n": return .signUp
            case "f": return .passwordReset
            default: continue
            }
        }
    }

    private func signIn(_ email: String) async throws -> Session {
        switch try await client.signIn(email: email, scopes: scopes) {
        case .signedIn(let session):
            return session
        case .passwordRequired(let step):
            return try await again(after: .wrongPassword) { try await step.submit(try await ask.password()) }
        case .codeRequired(var step):
            while true {
                guard let code = try await code(step.delivery) else {
                    step = try await resent(step) { try await step.resend() }
                    continue
                }
                if let session = try await unless(.wrongCode, { try await step.submit(code) }) { return session }
            }
        }
    }

    private func signUp(_ email: String) async throws -> Session {
        var step = try await client.signUp(email: email)
        while true {
            switch step {
            case .codeRequired(let code):
                guard let typed = try await self.code(code.delivery) else {
                    step = .codeRequired(try await resent(code) { try await code.resend() })
                    continue
                }
                step = try await unless(.wrongCode) { try await code.submit(typed) } ?? step
            case .passwordRequired(let password):
                step = try await again(after: .passwordRefused) {
                    try await password.submit(try await ask.newPassword())
                }
            case .attributesRequired(let page):
                step = try await again(after: .attributesRefused) {
                    try await page.submit(try await values(page.attributes))
                }
            case .completed(let account):
                ask.say("The account is created.")
                return try await account.signIn(scopes: scopes)
            }
        }
    }

    private func resetPassword(_ email: String) async throws -> Session {
        var step = try await client.resetPassword(email: email)
        while true {
            guard let code = try await code(step.delivery) else {
                step = try await resent(step) { try await step.resend() }
                continue
            }
            guard let password = try await unless(.wrongCode, { try await step.submit(code) }) else { continue }
            let done = try await again(after: .passwordRefused) {
                try await password.submit(try await ask.newPassword())
            }
            ask.say("The password is changed.")
            return try await done.signIn(scopes: scopes)
        }
    }
}

extension NativeLogin {
    /// The code that the person types; `nil` for the wish to have another one.
    private func code(_ delivery: CodeDelivery) async throws -> String? {
        let question = "The code of \(delivery.codeLength) digits sent to \(delivery.sentTo) (Enter for another one)"
        let typed = try await ask.answer(question.printable).filter { !$0.isWhitespace && $0 != "-" }
        return typed.isEmpty ? nil : typed
    }

    /// The step after another code was sent, or the one there was where it is too early for that.
    private func resent<Step>(_ step: Step, _ resend: () async throws -> Step) async throws -> Step {
        do {
            let next = try await resend()
            ask.say("Another code is on its way.")
            return next
        } catch let error as AuthError where error.code == .rateLimited {
            if case .retry(let time?) = error.recovery {
                ask.say("Another code can be sent in \(time.components.seconds) seconds.")
            } else {
                ask.say(error.message)
            }
            return step
        }
    }

    /// The values of one page.
    private func values(_ attributes: [RequiredAttribute]) async throws -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for attribute in attributes {
            var name = (attribute.label ?? attribute.name).printable
            if !attribute.choices.isEmpty { name += " (\(attribute.choices.joined(separator: ", ").printable))" }
            let question = attribute.isRequired ? name : name + " (Enter for none)"
            if attribute.kind == .boolean {
                values[attribute.name] = try await ask.decision(question, isRequired: attribute.isRequired)
                    .map(JSONValue.bool)
            } else {
                let typed = try await attribute.isRequired ? ask.text(question) : ask.answer(question)
                if !typed.isEmpty { values[attribute.name] = .string(typed) }
            }
        }
        return values
    }

    /// Does it, and again after each mistake of that kind.
    private func again<Value>(after code: AuthError.Code, _ body: () async throws -> Value) async throws -> Value {
        while true {
            if let value = try await unless(code, body) { return value }
        }
    }

    /// Does it; `nil` after a mistake of that kind, which the person is told.
    private func unless<Value>(_ code: AuthError.Code, _ body: () async throws -> Value) async throws -> Value? {
        do {
            return try await body()
        } catch let error as AuthError where error.code == code {
            let names = error.attributeNames.joined(separator: ", ")
            ask.say(names.isEmpty ? error.message : error.message + " Look at: " + names)
            return nil
        }
    }
}
