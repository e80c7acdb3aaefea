import Gatehouse

/// How the start of a sign-in went.
enum SignInStart: Sendable {
    case codeRequired(SignInCode)
    case passwordRequired(SignInPassword)
    case signedIn(SignedIn)

    init(_ step: SignInStep) async throws(AuthError) {
        switch step {
        case .codeRequired(let step): self = .codeRequired(step)
        case .passwordRequired(let step): self = .passwordRequired(step)
        case .signedIn(let session): self = .signedIn(try await SignedIn(session))
        }
    }
}
