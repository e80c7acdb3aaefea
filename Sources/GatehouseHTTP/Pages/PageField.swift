import GatehouseServer
import GatehouseStore
import GatehouseWire

/// A labeled input, select or checkbox, rendered by the template `field`.
struct PageField: Sendable {
    var name: String
    var label: String
    var type = "text"
    var value = ""
    var isRequired = true
    /// Whether the field is a checkbox for a choice, which is neither marked as optional nor focused.
    var isOption = false
    var autocomplete: String?
    var inputMode: String?
    /// The `autocapitalize` attribute; `nil` for prose, which browsers may also spell-check.
    var autocapitalize: String?
    var minimumLength: Int?
    var maximumLength: Int?
    var hint: String?
    var error: String?
    /// The options of a select; `nil` for any other field.
    var choices: [(value: String, label: String)]?
    /// Whether the label of an optional field says so.
    var marksOptional = true
    /// The label of a select's empty option; `nil` for the prompt to select an option.
    var emptyChoice: String?
    /// The part of the element ID that distinguishes fields of the same name in several forms.
    var scope = ""

    /// The element ID: unique as the name, and safe in `for`, `aria-describedby` and fragments.
    var id: String {
        name.unicodeScalars.reduce(into: "field-" + scope) { id, scalar in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            id += isPlain ? String(scalar) : "-" + String(scalar.value, radix: 16)
        }
    }
}

extension PageField {
    /// Returns the field for the email address that identifies the account.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - offersPasskeys: Whether the browser may offer passkeys in the field.
    ///   - error: The error of the value.
    ///   - text: The texts of the page.
    /// - Returns: The field.
    static func email(
        _ value: String,
        offersPasskeys: Bool = false,
        error: PageMessage?,
        text: PageText
    ) -> PageField {
        PageField(
            name: PageInput.email.rawValue,
            label: text("field.email"),
            type: "email",
            value: value,
            autocomplete: offersPasskeys ? "username webauthn" : "username",
            inputMode: "email",
            autocapitalize: "none",
            maximumLength: 254,
            error: error.map(text.callAsFunction)
        )
    }

    /// Returns the field for the current password.
    static func password(offersPasskeys: Bool = false, error: PageMessage?, text: PageText) -> PageField {
        PageField(
            name: PageInput.password.rawValue,
            label: text("field.password"),
            type: "password",
            autocomplete: offersPasskeys ? "current-password webauthn" : "current-password",
            autocapitalize: "none",
            maximumLength: 256,
            error: error.map(text.callAsFunction)
        )
    }

    /// Returns the checkbox for users who do not own the computer.
    static func sharedComputer(_ isSelected: Bool, text: PageText) -> PageField {
        PageField(
            name: PageInput.sharedComputer.rawValue,
            label: text("field.sharedComputer"),
            type: "checkbox",
            value: isSelected ? "true" : "",
            isRequired: false,
            isOption: true,
            hint: text("field.sharedComputerHint")
        )
    }

    /// Returns the field for a new password.
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

    /// Returns the field for the password that replaces the old one.
    static func replacementPassword(error: PageMessage?, text: PageText) -> PageField {
        newPassword(
            label: "field.newPassword",
            hint: text("newPassword.hint"),
            isRequired: true,
            error: error,
            text: text
        )
    }
}

extension PageField {
    /// Returns the values for the template `field`.
    func content(hasFocus: Bool) -> [String: Any] {
        var content: [String: Any] = [
            "id": id, "name": name, "label": label, "type": type, "value": value, "required": isRequired,
            "isMarkedOptional": !isRequired && marksOptional && !isOption,
            "hasFocus": hasFocus, "isInput": choices == nil && type != "checkbox", "isBoolean": type == "checkbox",
            "isChecked": type == "checkbox" && value == "true", "isPassword": type == "password",
            "isCode": autocomplete == "one-time-code",
        ]
        content["autocomplete"] = autocomplete
        content["inputmode"] = inputMode
        content["autocapitalize"] = autocapitalize
        content["step"] = type == "number" ? "any" : nil
        content["minlength"] = minimumLength
        content["maxlength"] = maximumLength
        content["hint"] = hint
        content["error"] = error
        let descriptions = [error.map { _ in id + "-error" }, hint.map { _ in id + "-hint" }].compactMap(\.self)
        if !descriptions.isEmpty { content["describedBy"] = descriptions.joined(separator: " ") }
        if let choices {
            content["isChoice"] = true
            content["emptyChoice"] = emptyChoice
            content["choices"] = choices.map {
                ["value": $0.value, "label": $0.label, "isSelected": $0.value == value] as [String: Any]
            }
        }
        return content
    }
}

/// An attribute to enter on the ``AttributesPage``.
package struct PageAttribute: Sendable {
    /// The type of an attribute's value.
    package enum Kind: Sendable {
        case text, email, telephone, number
        /// Sent as `YYYY-MM-DD`.
        case date
        /// Sent as `true` if selected, else not sent.
        case boolean
        case choice([Choice])
    }

    /// An option of a choice.
    package struct Choice: Sendable, Hashable {
        package var value: String
        package var label: String

        package init(value: String, label: String) {
            self.value = value
            self.label = label
        }
    }

    /// The attribute's name as the client registered it.
    package var name: String
    package var kind: Kind
    /// The label; without one the string table's label for the name, or else the name itself.
    package var label: String?
    package var value: String
    package var isRequired: Bool
    package var hint: String?
    /// The HTML autofill field name, such as `given-name`; well-known attributes have a default.
    package var autocomplete: String?
    package var error: PageMessage?

    package init(
        name: String,
        kind: Kind = .text,
        label: String? = nil,
        value: String = "",
        isRequired: Bool = true,
        hint: String? = nil,
        autocomplete: String? = nil,
        error: PageMessage? = nil
    ) {
        self.name = name
        self.kind = kind
        self.label = label
        self.value = value
        self.isRequired = isRequired
        self.hint = hint
        self.autocomplete = autocomplete
        self.error = error
    }
}

extension PageAttribute {
    /// Returns the form field of the attribute.
    func field(_ text: PageText) -> PageField {
        let known = Self.wellKnown[name.lowercased().filter(\.isLetter)]
        var field = PageField(
            name: PageInput.attributePrefix + name,
            label: label ?? known.map { text($0.label) } ?? name,
            value: value,
            isRequired: isRequired,
            autocomplete: autocomplete ?? known?.autocomplete,
            maximumLength: AttributeForm.maximumLength,
            hint: hint,
            error: error.map(text.callAsFunction)
        )
        switch kind {
        case .text: break
        case .email: (field.type, field.inputMode) = ("email", "email")
        case .telephone: (field.type, field.inputMode) = ("tel", "tel")
        case .number: (field.type, field.inputMode, field.maximumLength) = ("number", "decimal", nil)
        case .date: (field.type, field.maximumLength) = ("date", nil)
        case .boolean: (field.type, field.maximumLength) = ("checkbox", nil)
        case .choice(let choices):
            field.choices = choices.map { ($0.value, $0.label) }
            field.maximumLength = nil
        }
        return field
    }

    /// Returns the label of a claim from the string table, or else the claim's name.
    static func label(for claim: String, _ text: PageText) -> String {
        let name = claim.lowercased().filter(\.isLetter)
        return (wellKnown[name]?.label ?? claimLabels[name]).map { text($0) } ?? claim
    }

    /// The label keys of claims without a form field; `email_verified` and `phone_number_verified` use the address's
    /// label.
    private static let claimLabels = [
        "address": "claim.address",
        "email": "field.email",
        "emailverified": "field.email",
        "gender": "claim.gender",
        "locale": "claim.locale",
        "middlename": "claim.middleName",
        "phonenumberverified": "attribute.phoneNumber",
        "picture": "claim.picture",
        "preferredusername": "claim.username",
        "profile": "claim.profile",
        "updatedat": "claim.updatedAt",
        "website": "claim.website",
        "zoneinfo": "claim.zoneInfo",
    ]

    /// The label keys and autofill names of well-known attributes, by normalized name, for all protocol adapters.
    private static let wellKnown: [String: (label: String, autocomplete: String)] = [
        "birthdate": ("attribute.birthdate", "bday"),
        "city": ("attribute.city", "address-level2"),
        "country": ("attribute.country", "country-name"),
        "displayname": ("attribute.displayName", "nickname"),
        "familyname": ("attribute.familyName", "family-name"),
        "givenname": ("attribute.givenName", "given-name"),
        "jobtitle": ("attribute.jobTitle", "organization-title"),
        "locality": ("attribute.city", "address-level2"),
        "name": ("attribute.name", "name"),
        "nickname": ("attribute.nickname", "nickname"),
        "phonenumber": ("attribute.phoneNumber", "tel"),
        "postalcode": ("attribute.postalCode", "postal-code"),
        "region": ("attribute.region", "address-level1"),
        "state": ("attribute.region", "address-level1"),
        "streetaddress": ("attribute.streetAddress", "street-address"),
        "surname": ("attribute.familyName", "family-name"),
    ]
}

extension PageAttribute.Kind {
    /// Creates the kind of field for a client's attribute.
    init(_ attribute: ClientAttribute) {
        self =
            switch attribute.kind {
            case .text: attribute.name == ClaimName.phoneNumber.rawValue ? .telephone : .text
            case .email: .email
            case .number: .number
            case .date: .date
            case .boolean: .boolean
            case .choice: .choice(attribute.options.map { PageAttribute.Choice(value: $0, label: $0) })
            }
    }
}

extension JSONValue {
    /// Whether a form field can hold the value.
    var fitsField: Bool {
        switch self {
        case .object, .array: false
        default: true
        }
    }

    /// The text of the value in a form field; empty for values that a field cannot hold.
    var fieldText: String {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .double(let number): String(number)
        case .bool(let value): String(value)
        case .object, .array, .null: ""
        }
    }
}
