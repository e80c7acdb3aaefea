/// What an app is prepared for within a native flow, beside the plain course of things.
package struct NativeCapabilities: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// That a second factor is asked for.
    package static let secondFactor = Self(rawValue: 1 << 0)
    /// That a second factor has to be registered first.
    package static let registration = Self(rawValue: 1 << 1)
}
