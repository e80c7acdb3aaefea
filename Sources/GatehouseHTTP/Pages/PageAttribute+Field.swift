import GatehouseServer

extension PageAttribute {
    /// The field the page shows for it.
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

    /// Returns the label of a claim: the string table's, or else the claim's name.
    static func label(for claim: String, _ text: PageText) -> String {
        let name = claim.lowercased().filter(\.isLetter)
        return (wellKnown[name]?.label ?? claimLabels[name]).map { text($0) } ?? claim
    }

    /// Labels of claims that no form asks for; a claim that an address is verified has the address's label.
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

    /// Names that clients of all dialects use, without case and punctuation: where the label is, and how browsers fill it.
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
