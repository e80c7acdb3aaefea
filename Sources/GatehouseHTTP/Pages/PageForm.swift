/// Where a page's form is posted to, and what ties the post to this browser and this transaction.
///
/// They are sent as the hidden fields `flow` and `csrf`.
package struct PageForm: Sendable, Hashable {
    /// The address posted to, such as `/sign-in`.
    package var address: String
    /// Names the transaction the page is a step of.
    package var flow: String
    /// The token that proves the post comes from a page of ours.
    package var csrf: String

    package init(address: String, flow: String, csrf: String) {
        self.address = address
        self.flow = flow
        self.csrf = csrf
    }
}
