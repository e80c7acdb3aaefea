import GatehouseWire

extension KiiUser {
    /// Creates a user to register with a username.
    ///
    /// - Parameters:
    ///   - username: The username: 3 to 64 letters, digits, hyphens, underscores and periods.
    ///   - andPassword: The password: 4 to 50 printable ASCII characters.
    public convenience init(username: String, andPassword: String) {
        self.init(UserRecord(username: username, password: Secret(andPassword)))
    }

    /// Creates a user to register with an email address.
    ///
    /// - Parameters:
    ///   - emailAddress: The email address.
    ///   - andPassword: The password: 4 to 50 printable ASCII characters.
    public convenience init(emailAddress: String, andPassword: String) {
        self.init(UserRecord(email: emailAddress, password: Secret(andPassword)))
    }

    /// Creates a user to register with a phone number.
    ///
    /// - Parameters:
    ///   - phoneNumber: The phone number with its country code, such as `+819012345678`.
    ///   - andPassword: The password: 4 to 50 printable ASCII characters.
    public convenience init(phoneNumber: String, andPassword: String) {
        self.init(UserRecord(phoneNumber: phoneNumber, password: Secret(andPassword)))
    }

    /// Creates a user to register with a username and an email address.
    ///
    /// - Parameters:
    ///   - username: The username: 3 to 64 letters, digits, hyphens, underscores and periods.
    ///   - andEmailAddress: The email address.
    ///   - andPassword: The password: 4 to 50 printable ASCII characters.
    public convenience init(username: String, andEmailAddress: String, andPassword: String) {
        self.init(UserRecord(username: username, email: andEmailAddress, password: Secret(andPassword)))
    }

    /// Creates a user to register with a username and a phone number.
    ///
    /// - Parameters:
    ///   - username: The username: 3 to 64 letters, digits, hyphens, underscores and periods.
    ///   - andPhoneNumber: The phone number with its country code.
    ///   - andPassword: The password: 4 to 50 printable ASCII characters.
    public convenience init(username: String, andPhoneNumber: String, andPassword: String) {
        self.init(UserRecord(username: username, phoneNumber: andPhoneNumber, password: Secret(andPassword)))
    }

    /// Creates a user to register with an email address and a phone number.
    ///
    /// - Parameters:
    ///   - emailAddress: The email address.
    ///   - andPhoneNumber: The phone number with its country code.
    ///   - andPassword: The password: 4 to 50 printable ASCII characters.
    public convenience init(emailAddress: String, andPhoneNumber: String, andPassword: String) {
        self.init(UserRecord(email: emailAddress, phoneNumber: andPhoneNumber, password: Secret(andPassword)))
    }

    /// Creates a user to register with a username, an email address and a phone number.
    ///
    /// - Parameters:
    ///   - username: The username: 3 to 64 letters, digits, hyphens, underscores and periods.
    ///   - andEmailAddress: The email address.
    ///   - andPhoneNumber: The phone number with its country code.
    ///   - andPassword: The password: 4 to 50 printable ASCII characters.
    public convenience init(
        username: String,
        andEmailAddress: String,
        andPhoneNumber: String,
        andPassword: String
    ) {
        self.init(
            UserRecord(
                username: username,
                email: andEmailAddress,
                phoneNumber: andPhoneNumber,
                password: Secret(andPassword)
            )
        )
    }

    /// Creates an object for an existing user, without data until ``refresh()``.
    ///
    /// - Parameter id: The identifier, as in ``userID``.
    public convenience init(id: String) {
        self.init(UserRecord(id: id))
    }

    /// Creates an object for the user with a URI, without data until ``refresh()``.
    ///
    /// - Parameter uri: The URI, as in ``objectURI``. With an invalid URI every call fails with the code 511.
    public convenience init(uri: String) {
        let id = uri.hasPrefix(Self.uriPrefix) ? String(uri.dropFirst(Self.uriPrefix.count)) : ""
        if id.isEmpty || id.contains("/") {
            self.init(UserRecord(fault: KiiFailure(.invalidURI)))
        } else {
            self.init(UserRecord(id: id))
        }
    }
}
