extension TestServer {
    /// A device in the hands of a person who answers every page.
    ///
    /// - Parameters:
    ///   - person: The person, as ``addUser(email:password:name:username:phone:attributes:)`` returns one; somebody without an account
    ///     becomes a member.
    ///   - languages: The languages they read, as in an `Accept-Language` field.
    /// - Returns: The device.
    public func device(of person: ScriptedPerson, languages: String = "en") -> TestDevice {
        device(languages: languages) { [self] browser in try await person.walk(browser, on: self) }
    }

    /// A device in the hands of somebody who does what the script says.
    ///
    /// - Parameters:
    ///   - languages: The languages they read, as in an `Accept-Language` field.
    ///   - script: What they do each time a page is open; when it ends inside the server, they have closed the page.
    /// - Returns: The device.
    public func device(
        languages: String = "en",
        script: @escaping @Sendable (ScriptedBrowser) async throws -> Void
    ) -> TestDevice {
        TestDevice(on: self, languages: languages, script: script)
    }
}
