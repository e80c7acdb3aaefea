/// What OpenID Connect Core §5.1 lets a server say about a person, as typed members.
extension StandardClaims {
    /// Full name as shown to others.
    public var name: String? {
        get { self[.name]?.string }
        set { self[.name] = newValue.map(JSONValue.string) }
    }

    /// Given names.
    public var givenName: String? {
        get { self[.givenName]?.string }
        set { self[.givenName] = newValue.map(JSONValue.string) }
    }

    /// Family names.
    public var familyName: String? {
        get { self[.familyName]?.string }
        set { self[.familyName] = newValue.map(JSONValue.string) }
    }

    /// Middle names.
    public var middleName: String? {
        get { self[.middleName]?.string }
        set { self[.middleName] = newValue.map(JSONValue.string) }
    }

    /// What the person likes to be called.
    public var nickname: String? {
        get { self[.nickname]?.string }
        set { self[.nickname] = newValue.map(JSONValue.string) }
    }

    /// A short name the person chose; not unique.
    public var preferredUsername: String? {
        get { self[.preferredUsername]?.string }
        set { self[.preferredUsername] = newValue.map(JSONValue.string) }
    }

    /// The address of a page about the person.
    public var profile: String? {
        get { self[.profile]?.string }
        set { self[.profile] = newValue.map(JSONValue.string) }
    }

    /// The address of a picture of the person.
    public var picture: String? {
        get { self[.picture]?.string }
        set { self[.picture] = newValue.map(JSONValue.string) }
    }

    /// The person's own page.
    public var website: String? {
        get { self[.website]?.string }
        set { self[.website] = newValue.map(JSONValue.string) }
    }

    /// E-mail address.
    public var email: String? {
        get { self[.email]?.string }
        set { self[.email] = newValue.map(JSONValue.string) }
    }

    /// Whether the person proved to own the e-mail address.
    public var emailVerified: Bool? {
        get { boolean(.emailVerified) }
        set { self[.emailVerified] = newValue.map(JSONValue.bool) }
    }

    /// Gender, in the person's own words.
    public var gender: String? {
        get { self[.gender]?.string }
        set { self[.gender] = newValue.map(JSONValue.string) }
    }

    /// `YYYY-MM-DD`, or `YYYY` alone; a year of `0000` is left out on purpose.
    public var birthdate: String? {
        get { self[.birthdate]?.string }
        set { self[.birthdate] = newValue.map(JSONValue.string) }
    }

    /// Time zone, such as `Europe/Berlin`.
    public var zoneInfo: String? {
        get { self[.zoneInfo]?.string }
        set { self[.zoneInfo] = newValue.map(JSONValue.string) }
    }

    /// Language, such as `de` or `zh-Hans`.
    public var locale: String? {
        get { self[.locale]?.string }
        set { self[.locale] = newValue.map(JSONValue.string) }
    }

    /// Phone number, best in E.164 form.
    public var phoneNumber: String? {
        get { self[.phoneNumber]?.string }
        set { self[.phoneNumber] = newValue.map(JSONValue.string) }
    }

    /// Whether the person proved to own the phone number.
    public var phoneNumberVerified: Bool? {
        get { boolean(.phoneNumberVerified) }
        set { self[.phoneNumberVerified] = newValue.map(JSONValue.bool) }
    }

    /// Postal address.
    public var address: PostalAddress? {
        get { self[.address].flatMap(PostalAddress.init(json:)) }
        set { self[.address] = newValue?.json }
    }

    /// When any of this last changed.
    public var updatedAt: UnixTime? {
        get { self[.updatedAt]?.integer.map(UnixTime.init(seconds:)) }
        set { self[.updatedAt] = (newValue?.seconds).map(JSONValue.integer) }
    }

    /// Some servers send `"true"` for `true`.
    private func boolean(_ name: ClaimName) -> Bool? {
        self[name].flatMap { $0.bool ?? $0.string.flatMap(Bool.init) }
    }
}
