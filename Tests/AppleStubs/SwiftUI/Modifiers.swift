// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NoLeadingUnderscores

// https://developer.apple.com/documentation/swiftui/view
import Foundation

// MARK: - Appearance

extension View {
    // https://developer.apple.com/documentation/swiftui/view/modifier(_:) (iOS 13)
    nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> { fatalError() }

    // https://developer.apple.com/documentation/swiftui/view/id(_:) (iOS 13)
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/tag(_:includeoptional:) (iOS 13)
    nonisolated public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/font(_:) (iOS 13)
    nonisolated public func font(_ font: Font?) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:) (iOS 15)
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/disabled(_:) (iOS 13)
    nonisolated public func disabled(_ disabled: Bool) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:) (iOS 15)
    nonisolated public func overlay<V: View>(
        alignment: Alignment = .center,
        @ViewBuilder content: () -> V
    ) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/privacysensitive(_:) (iOS 15)
    nonisolated public func privacySensitive(_ sensitive: Bool = true) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/formstyle(_:) (iOS 16)
    nonisolated public func formStyle<S: FormStyle>(_ style: S) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/textselection(_:) (iOS 15, not tvOS and watchOS)
    nonisolated public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }
}

// https://developer.apple.com/documentation/swiftui/formstyle (iOS 16)
@MainActor @preconcurrency public protocol FormStyle {}

// https://developer.apple.com/documentation/swiftui/groupedformstyle (iOS 16)
public struct GroupedFormStyle: FormStyle {}

extension FormStyle where Self == GroupedFormStyle {
    @MainActor @preconcurrency public static var grouped: GroupedFormStyle { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/textselectability (iOS 15)
public protocol TextSelectability {
    static var allowsSelection: Bool { get }
}

public struct EnabledTextSelectability: TextSelectability {
    public static let allowsSelection = true
}

extension TextSelectability where Self == EnabledTextSelectability {
    public static var enabled: EnabledTextSelectability { fatalError() }
}

// MARK: - Input

// https://developer.apple.com/documentation/swiftui/submitlabel (iOS 15)
public struct SubmitLabel: Sendable {
    public static var `continue`: SubmitLabel { fatalError() }
    public static var next: SubmitLabel { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/submittriggers (iOS 15)
public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { fatalError() }
    public static let text = SubmitTriggers(rawValue: 1)
}

extension View {
    // https://developer.apple.com/documentation/swiftui/view/autocorrectiondisabled(_:) (iOS 13)
    nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/submitlabel(_:) (iOS 15)
    nonisolated public func submitLabel(_ submitLabel: SubmitLabel) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/onsubmit(of:_:) (iOS 15)
    nonisolated public func onSubmit(
        of triggers: SubmitTriggers = .text,
        _ action: @escaping () -> Void
    ) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/focused(_:equals:) (iOS 15)
    nonisolated public func focused<Value: Hashable>(
        _ binding: FocusState<Value>.Binding,
        equals value: Value
    ) -> some View { self }
}

// MARK: - Environment and lifetime

extension View {
    // https://developer.apple.com/documentation/swiftui/view/environment(_:_:) (iOS 13)
    nonisolated public func environment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>,
        _ value: V
    ) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/onappear(perform:) (iOS 13)
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:) (iOS 13)
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:) (iOS 17)
    nonisolated public func onChange<V: Equatable>(
        of value: V,
        initial: Bool = false,
        _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/task(priority:_:) (iOS 15)
    @preconcurrency nonisolated public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:) (iOS 15)
    @preconcurrency nonisolated public func task<T: Equatable>(
        id value: T,
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/onopenurl(perform:) (iOS 14)
    nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/refreshable(action:) (iOS 15)
    nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { self }
}

// MARK: - Presentation

extension View {
    // https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:) (iOS 14)
    nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }
    @_disfavoredOverload nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/toolbar(content:) (iOS 14)
    nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/toolbar(content:) (iOS 14)
    nonisolated public func toolbar<Content: ToolbarContent>(
        @ToolbarContentBuilder content: () -> Content
    ) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/sheet(ispresented:ondismiss:content:) (iOS 13)
    nonisolated public func sheet<Content: View>(
        isPresented: Binding<Bool>,
        onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> Content
    ) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/interactivedismissdisabled(_:) (iOS 15)
    nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/tabitem(_:) (iOS 13)
    nonisolated public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:actions:message:) (iOS 15)
    nonisolated public func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View { self }
    @_disfavoredOverload nonisolated public func alert<S: StringProtocol, A: View, M: View>(
        _ title: S,
        isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View { self }
}

// https://developer.apple.com/documentation/swiftui/toolbarcontent (iOS 14)
@MainActor @preconcurrency public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Body { get }
}

extension ToolbarContent where Body == Never {
    public var body: Never { fatalError() }
}

extension Never: ToolbarContent {}

extension Optional: ToolbarContent where Wrapped: ToolbarContent {}

// https://developer.apple.com/documentation/swiftui/toolbarcontentbuilder (iOS 14)
@resultBuilder public struct ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { fatalError() }
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> some ToolbarContent { content }
    // iOS 16
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> Content? { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/toolbaritemplacement (iOS 14)
public struct ToolbarItemPlacement {
    public static let automatic = ToolbarItemPlacement()
    public static let cancellationAction = ToolbarItemPlacement()
}

extension ToolbarItemPlacement: Sendable {}

// https://developer.apple.com/documentation/swiftui/toolbaritem (iOS 14)
public struct ToolbarItem<ID, Content: View>: ToolbarContent {
    public typealias Body = Never
}

extension ToolbarItem where ID == () {
    nonisolated public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        fatalError()
    }
}

// MARK: - Accessibility

extension View {
    // https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:) (iOS 14)
    nonisolated public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { self }
    @_disfavoredOverload nonisolated public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/accessibilityhint(_:) (iOS 14)
    nonisolated public func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View { self }
    @_disfavoredOverload nonisolated public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/accessibilityhidden(_:) (iOS 14)
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/accessibilityelement(children:) (iOS 13)
    nonisolated public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View { self }
}

// https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior (iOS 13)
public struct AccessibilityChildBehavior: Hashable, Sendable {
    public static let ignore = AccessibilityChildBehavior()
    public static let combine = AccessibilityChildBehavior()
}

// https://developer.apple.com/documentation/accessibility/accessibilitynotification (iOS 17); SwiftUI exports it.
public enum AccessibilityNotification {
    // https://developer.apple.com/documentation/accessibility/accessibilitynotification/announcement
    public struct Announcement {
        public init(_ announcement: String) { fatalError() }
        public func post() { fatalError() }
    }
}
