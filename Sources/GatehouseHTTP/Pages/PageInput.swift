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
    /// The app to go back to, in the address of a page that says that all is done.
    case client
    /// The language chosen on a page: sent by a form button, which shows the form again, or by a link.
    case language

    /// Goes before the name of an attribute, so that no attribute can take the place of a field of ours.
    package static let attributePrefix = "attribute."

    /// Goes before the name of a scope that a consent page leaves to the person: the field is sent when its box is ticked.
    package static let sharePrefix = "share."
}
