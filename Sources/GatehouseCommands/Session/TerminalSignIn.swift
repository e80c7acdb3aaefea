import Foundation
import Gatehouse

/// Signs a user in with prompts at the terminal, without a browser.
struct TerminalSignIn: Sendable {
    /// The flow to run.
    enum Purpose: CaseIterable, Sendable {
        case signIn, signUp, passwordReset
    }

    let client: GatehouseClient
    let prompt: TerminalPrompt
    let scopes: ScopeSet

    /// Runs a flow that ends with a session.
    ///
    /// - Parameters:
    ///   - purpose: The flow; prompts for it if `nil`.
    ///   - email: The user's email address; prompts for it if `nil`.
    /// - Returns: The session.
    /// - Throws: `AuthError` if the sign-in fails, `CommandError` at the end of the input.
    func run(_ purpose: Purpose?, email: String?) async throws -> Session {
        let email = if let email { email } else { try await prompt.text("Email address") }
        let chosen = if let purpose { purpose } else { try await self.purpose() }
        switch chosen {
        case .signIn: return try await signIn(email)
        case .signUp: return try await signUp(email)
        case .passwordReset: return try await resetPassword(email)
        }
    }

    /// Signs in with a passkey.
    ///
    /// - Returns: The session.
    /// - Throws: `AuthError` if the sign-in fails, `CommandError` at the end of the input.
    func runWithPasskey() async throws -> Session {
        try await session(after: try await client.signInWithPasskey(scopes: scopes))
    }

    private func purpose() async throws -> Purpose {
        while true {
            switch try await prompt.answer("Sign in (Enter), create an account (n) or reset the password (f)")
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
        try await session(after: try await client.signIn(email: email, scopes: scopes))
    }

    /// Continues a sign-in until the user is signed in.
    private func session(after first: SignInStep) async throws -> Session {
        var step = first
        while true {
            switch step {
            case .signedIn(let session):
                return session
            case .passwordRequired(let password):
                step = try await repeating(after: .wrongPassword) {
                    try await password.submit(try await prompt.password())
                }
            case .codeRequired(let code):
                guard let typed = try await self.code(code.delivery) else {
                    step = .codeRequired(try await resending(code) { try await code.resend() })
                    continue
                }
                step = try await reporting(.wrongCode) { try await code.submit(typed) } ?? step
            case .secondFactorRequired(let choice):
                step = try await prove(choice)
            case .enrolmentRequired(let choice):
                step = try await enrol(choice)
            case .recoveryCodesIssued(let codes):
                prompt.write("Save these recovery codes. Each works once if you lose your other factors:")
                for code in codes.codes { prompt.write(code) }
                step = try await codes.proceed()
            }
        }
    }

    private func signUp(_ email: String) async throws -> Session {
        var step = try await client.signUp(email: email)
        while true {
            switch step {
            case .codeRequired(let code):
                guard let typed = try await self.code(code.delivery) else {
                    step = .codeRequired(try await resending(code) { try await code.resend() })
                    continue
                }
                step = try await reporting(.wrongCode) { try await code.submit(typed) } ?? step
            case .passwordRequired(let password):
                step = try await repeating(after: .passwordRejected) {
                    try await password.submit(try await prompt.newPassword())
                }
            case .attributesRequired(let page):
                step = try await repeating(after: .attributesRejected) {
                    try await page.submit(try await values(page.attributes))
                }
            case .completed(let account):
                prompt.write("Account created.")
                return try await session(after: try await account.signIn(scopes: scopes))
            }
        }
    }

    private func resetPassword(_ email: String) async throws -> Session {
        var step = try await client.resetPassword(email: email)
        while true {
            guard let code = try await code(step.delivery) else {
                step = try await resending(step) { try await step.resend() }
                continue
            }
            guard let password = try await reporting(.wrongCode, { try await step.submit(code) }) else { continue }
            let done = try await repeating(after: .passwordRejected) {
                try await password.submit(try await prompt.newPassword())
            }
            prompt.write("Password changed.")
            return try await session(after: try await done.signIn(scopes: scopes))
        }
    }
}

extension TerminalSignIn {
    /// Prompts for a code; returns `nil` to request another one.
    func code(_ delivery: CodeDelivery) async throws -> String? {
        let question = "\(delivery.codeLength)-digit code sent to \(delivery.sentTo) (Enter for a new code)"
        let typed = try await prompt.answer(question.printable).filter { !$0.isWhitespace && $0 != "-" }
        return typed.isEmpty ? nil : typed
    }

    /// Requests another code; returns the given step if it is too early for that.
    func resending<Step>(_ step: Step, _ resend: () async throws -> Step) async throws -> Step {
        do {
            let next = try await resend()
            prompt.write("New code sent.")
            return next
        } catch let error as AuthError where error.code == .rateLimited {
            if case .retry(let time?) = error.recovery {
                prompt.write("You can request a new code in \(time.components.seconds) seconds.")
            } else {
                prompt.write(error.message)
            }
            return step
        }
    }

    /// Prompts for the attributes of one page.
    private func values(_ attributes: [RequiredAttribute]) async throws -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for attribute in attributes {
            var name = (attribute.label ?? attribute.name).printable
            if !attribute.choices.isEmpty { name += " (\(attribute.choices.joined(separator: ", ").printable))" }
            let question = attribute.isRequired ? name : name + " (Enter to skip)"
            if attribute.kind == .boolean {
                values[attribute.name] = try await prompt.decision(question, isRequired: attribute.isRequired)
                    .map(JSONValue.bool)
            } else {
                let typed = try await attribute.isRequired ? prompt.text(question) : prompt.answer(question)
                if !typed.isEmpty { values[attribute.name] = .string(typed) }
            }
        }
        return values
    }

    /// Repeats the operation until it no longer fails with the given error.
    func repeating<Value>(after code: AuthError.Code, _ body: () async throws -> Value) async throws -> Value {
        while true {
            if let value = try await reporting(code, body) { return value }
        }
    }

    /// Runs the operation; shows the given error and returns `nil` instead of throwing it.
    func reporting<Value>(_ code: AuthError.Code, _ body: () async throws -> Value) async throws -> Value? {
        do {
            return try await body()
        } catch let error as AuthError where error.code == code {
            let names = error.invalidAttributes.joined(separator: ", ")
            prompt.write(names.isEmpty ? error.message : error.message + " Check: " + names)
            return nil
        }
    }
}

/// Prompts on the terminal, writing to standard error.
struct TerminalPrompt: Sendable {
    let context: CommandContext

    /// Prompts until the line is not empty.
    func text(_ question: String) async throws -> String {
        while true {
            let line = try await answer(question)
            if !line.isEmpty { return line }
        }
    }

    /// Prompts for a line, which may be empty.
    func answer(_ question: String) async throws -> String {
        try await line(question, isSecret: false).trimming { $0 == " " || $0 == "\t" }
    }

    /// Prompts for a password until it is not empty.
    func password(_ question: String = "Password") async throws -> String {
        while true {
            let line = try await line(question, isSecret: true)
            // The line break was not shown either.
            if context.output.isErrorTerminal { context.output.error("") }
            if !line.isEmpty { return line }
        }
    }

    /// Prompts for a new password twice.
    func newPassword() async throws -> String {
        while true {
            let first = try await password("New password")
            if try await password("Repeat password") == first { return first }
            write("The passwords don't match.")
        }
    }

    /// Prompts for yes or no; returns `nil` for an empty line if no answer is required.
    func decision(_ question: String, isRequired: Bool) async throws -> Bool? {
        while true {
            switch try await answer(question + " [y/n]").lowercased() {
            case "y", "yes": return true
            case "n", "no": return false
            case "" where !isRequired: return nil
            default: write("Type y or n.")
            }
        }
    }

    /// Writes a message.
    func write(_ text: String) {
        context.output.error(text.printable)
    }

    private func line(_ question: String, isSecret: Bool) async throws -> String {
        guard let line = try await context.readLine(question + ": ", isSecret) else {
            throw CommandError("The input ended before the sign-in was complete.", status: .cancelled)
        }
        return line
    }
}

extension String {
    fileprivate func trimming(_ isSpace: (Character) -> Bool) -> String {
        String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    }
}
