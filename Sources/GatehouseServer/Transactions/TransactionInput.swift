package import GatehouseWire

/// What a person did at a step.
package enum TransactionInput: Sendable {
    /// Typed an address to sign in with a mailed code.
    case signInByCode(email: String)
    /// Typed an address to sign in with a password.
    case signInByPassword(email: String)
    /// Typed an address, and perhaps a password, to become a member.
    case signUp(email: String, password: String?)
    /// Typed the address of a forgotten password.
    case reset(email: String)
    /// Went to another form of the first page, with the address typed so far.
    case show(IdentifyStep.Mode, email: String? = nil)
    case password(String)
    case code(String)
    /// Gave another proof beside the first, which no step asks for.
    case secondFactor
    case resendCode
    /// Gave the proof of an address, with the new password that it allows, or the account's own that it needs.
    case proof(AddressProof, password: String?)
    case newPassword(String)
    /// The fields of one page, by attribute name.
    case attributes([String: String])
    /// Allows the client what it asks for, or not; of what is voluntary, only what was ticked.
    case consent(Bool, ticked: ScopeSet = [])
    /// Goes on with the account the browser is signed in to.
    case keepAccount
    /// An app asks how the person proves who they are, or to send another code.
    case askChallenge(NativeChallenges)
    /// Some of what an app asks for, by attribute name, of whichever page.
    case someAttributes([String: JSONValue])
    /// An app asks whether the new password is set.
    case awaitCompletion
    /// An app wants its tokens.
    case redeem
    /// Goes back to the client empty-handed.
    case cancel
}
