/// One labelled input, select or check box as the template `field` shows it.
struct PageField: Sendable {
    var name: String
    var label: String
    var type = "text"
    var value = ""
    var isRequired = true
    var autocomplete: String?
    var inputMode: String?
    /// What a phone's keyboard capitalises; `nil` in prose, where the browser may also check the spelling.
    var autocapitalize: String?
    var minimumLength: Int?
    var maximumLength: Int?
    var hint: String?
    var error: String?
    /// The options of a select; `nil` for any other field.
    var choices: [(value: String, label: String)]?

    /// An id that is safe in `for`, `aria-describedby` and fragments, and as unique as the name.
    var id: String {
        name.unicodeScalars.reduce(into: "field-") { id, scalar in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            id += isPlain ? String(scalar) : "-" + String(scalar.value, radix: 16)
        }
    }
}

extension PageField {
    /// The field for an e-mail address that names the account.
    static func email(_ value: String, error: PageMessage?, text: PageText) -> PageField {
        PageField(
            name: PageInput.email.rawValue,
            label: text("field.email"),
            type: "email",
            value: value,
            autocomplete: "username",
            inputMode: "email",
            autocapitalize: "none",
            maximumLength: 254,
            error: error.map(text.callAsFunction)
        )
    }

    /// The field for the password that somebody has.
    static func password(error: PageMessage?, text: PageText) -> PageField {
        PageField(
            name: PageInput.password.rawValue,
            label: text("field.password"),
            type: "password",
            autocomplete: "current-password",
            autocapitalize: "none",
            maximumLength: 256,
            error: error.map(text.callAsFunction)
        )
    }

    /// The field for a password that is being chosen.
    static func newPassword(
        label: String,
        hint: String,
        isRequired: Bool,
        error: PageMessage?,
        text: PageText
    )
        -> PageField
    {
        PageField(
            name: PageInput.password.rawValue,
            label: text(label),
            type: "password",
            isRequired: isRequired,
            autocomplete: "new-password",
            autocapitalize: "none",
            minimumLength: 8,
            maximumLength: 256,
            hint: hint,
            error: error.map(text.callAsFunction)
        )
    }
}
