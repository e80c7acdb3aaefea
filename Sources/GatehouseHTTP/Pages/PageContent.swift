/// What one page shows, in the form the renderer hands to its template.
package struct PageContent {
    /// The page's heading, also its title.
    var title: String
    /// What went wrong with the form as a whole.
    var alert: PageMessage?
    /// Good news that is shown above the form.
    var notice: PageMessage?
    var fields: [PageField] = []
    /// What else the template names; escaped like everything.
    var values: [String: Any] = [:]
}
