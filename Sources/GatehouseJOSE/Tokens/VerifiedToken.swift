/// A token whose signature was found good; what it says still has to be judged.
package struct VerifiedToken<Claims: Sendable>: Sendable {
    package let header: TokenHeader
    package let claims: Claims
}
