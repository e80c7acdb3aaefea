/// The end of the device flow in the browser.
package struct DeviceDonePage: Page {
    package static let template = "device-done"

    /// Whether the device was connected, or the person refused.
    package var isConnected: Bool

    package init(isConnected: Bool) {
        self.isConnected = isConnected
    }

    package func content(_ text: PageText) -> PageContent {
        PageContent(
            title: text(isConnected ? "device.doneTitle" : "device.refusedTitle"),
            values: [
                "isConnected": isConnected,
                "intro": text(isConnected ? "device.doneIntro" : "device.refusedIntro"),
            ]
        )
    }
}
