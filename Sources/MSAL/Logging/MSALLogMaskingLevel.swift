/// What is left out of logs about people.
public enum MSALLogMaskingLevel: Int, Sendable {
    /// Names and addresses are left out.
    case settingsMaskAllPII
    /// Names and addresses are left out, but for the part of the organisation.
    case settingsMaskEUIIOnly
    /// Nothing is left out.
    case settingsMaskSecretsOnly
}
