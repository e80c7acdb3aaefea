/// Writes to custom fields.
package enum CustomFieldsChange: Sendable, Equatable {
    /// Takes the place of what the app kept before.
    case put(CustomFields)
    /// Does nothing when there are none.
    case remove(Account.ID, Client.ID)
}
