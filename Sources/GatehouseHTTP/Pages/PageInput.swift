/// The name of a field that a hosted page sends, besides the attributes a client asks for.
package enum PageInput: String, Sendable, CaseIterable {
    case flow
    case csrf
    case action
    case email
    case password
    case code
    case userCode = "user-code"
    /// The account chosen on the account chooser: the ``AccountChooserPage/Account/id``.
    case account
    /// What is ticked on a consent page, once for each scope.
    case share
    /// The language chosen on a page; in an address, for a link chooses it.
    case language

    /// Goes before the name of an attribute, so that no attribute can take the place of a field of ours.
    package static let attributePrefix = "attribute."
}
