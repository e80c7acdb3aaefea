import GatehouseWire

extension KiiUser {
    /// Somebody to register with a user name.
    ///
    /// - Parameters:
    ///   - username: The user name: 3 to 64 letters, digits, hyphens, underscores and dots.
    ///   - andPassword: The password: 4 to 50 printable characters of ASCII.
    public convenience init(username: String, andPassword: String) {
        self.init(UserState(username: username, password: Secret(andPassword)))
    }

    /// Somebody to register with an e-mail address.
    ///
    /// - Parameters:
    ///   - emailAddress: The e-mail address.
    ///   - andPassword: The password: 4 to 50 printable characters of ASCII.
    public convenience init(emailAddress: String, andPassword: String) {
        self.init(UserState(email: emailAddress, password: Secret(andPassword)))
    }

    /// Somebody to register with a phone number.
    ///
    /// - Parameters:
    ///   - phoneNumber: The phone number with its country code, such as `+819012345678`.
    ///   - andPassword: The password: 4 to 50 printable characters of ASCII.
    public convenience init(phoneNumber: String, andPassword: String) {
        self.init(UserState(phoneNumber: phoneNumber, password: Secret(andPassword)))
    }

    /// Somebody to register with a user name and an e-mail address.
    ///
    /// - Parameters:
    ///   - username: The user name: 3 to 64 letters, digits, hyphens, underscores and dots.
    ///   - andEmailAddress: The e-mail address.
    ///   - andPassword: The password: 4 to 50 printable characters of ASCII.
    public convenience init(username: String, andEmailAddress: String, andPassword: String) {
        self.init(UserState(username: username, email: andEmailAddress, password: Secret(andPassword)))
    }

    /// Somebody to register with a user name and a phone number.
    ///
    /// - Parameters:
    ///   - username: The user name: 3 to 64 letters, digits, hyphens, underscores and dots.
    ///   - andPhoneNumber: The phone number with its country code.
    ///   - andPassword: The password: 4 to 50 printable characters of ASCII.
    public convenience init(username: String, andPhoneNumber: String, andPassword: String) {
        self.init(UserState(username: username, phoneNumber: andPhoneNumber, password: Secret(andPassword)))
    }

    /// Somebody to register with an e-mail address and a phone number.
    ///
    /// - Parameters:
    ///   - emailAddress: The e-mail address.
    ///   - andPhoneNumber: The phone number with its country code.
    ///   - andPassword: The password: 4 to 50 printable characters of ASCII.
    public convenience init(emailAddress: String, andPhoneNumber: String, andPassword: String) {
        self.init(UserState(email: emailAddress, phoneNumber: andPhoneNumber, password: Secret(andPassword)))
    }

    /// Somebody to register with a user name, an e-mail address and a phone number.
    ///
    /// - Parameters:
    ///   - username: The user name: 3 to 64 letters, digits, hyphens, underscores and dots.
    ///   - andEmailAddress: The e-mail address.
    ///   - andPhoneNumber: The phone number with its country code.
    ///   - andPassword: The password: 4 to 50 printable characters of ASCII.
    public convenience init(
        username: String,
        andEmailAddress: String,
        andPhoneNumber: String,
        andPassword: String
    ) {
        self.init(
            UserState(
                username: username,
                email: andEmailAddress,
                phoneNumber: andPhoneNumber,
                password: Secret(andPassword)
            )
        )
    }

    /// The user with that identifier, of whom nothing else is known before ``refresh()``.
    ///
    /// - Parameter id: The identifier, as ``userID`` says it.
    public convenience init(id: String) {
        self.init(UserState(id: id))
    }

    /// The user with that URI, of whom nothing else is known before ``refresh()``.
    ///
    /// - Parameter uri: The URI, as ``objectURI`` says it. With any other text each call fails with the code 511.
    public convenience init(uri: String) {
        let id = uri.hasPrefix(Self.uriBeginning) ? String(uri.dropFirst(Self.uriBeginning.count)) : ""
        if id.isEmpty || id.contains("/") {
            self.init(UserState(fault: Failure(.invalidURI)))
        } else {
            self.init(UserState(id: id))
        }
    }
}
