/// A sign-in that waits for a person on another device.
package struct PendingDeviceSignIn: Sendable {
    let code: DeviceCode

    /// What to show the person.
    package var prompt: DeviceAuthorizationPrompt { code.prompt }
}
