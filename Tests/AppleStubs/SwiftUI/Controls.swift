// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NoLeadingUnderscores

// https://developer.apple.com/documentation/swiftui/controls-and-indicators
import Foundation

// MARK: - Controls

// https://developer.apple.com/documentation/swiftui/textfield (iOS 13)
public struct TextField<Label: View>: View {
    public typealias Body = Never
}

extension TextField where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { fatalError() }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/securefield (iOS 13)
public struct SecureField<Label: View>: View {
    public typealias Body = Never
}

extension SecureField where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { fatalError() }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/toggle (iOS 13)
public struct Toggle<Label: View>: View {
    public typealias Body = Never
}

extension Toggle where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { fatalError() }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/picker (iOS 13)
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
    public typealias Body = Never
}

extension Picker where Label == Text {
    nonisolated public init(
        _ titleKey: LocalizedStringKey,
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) { fatalError() }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(
        _ title: S,
        selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/buttonrole (iOS 15)
public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
    public static let cancel = ButtonRole()
}

// https://developer.apple.com/documentation/swiftui/button (iOS 13)
public struct Button<Label: View>: View {
    public typealias Body = Never
    @preconcurrency nonisolated public init(
        action: @escaping @MainActor () -> Void,
        @ViewBuilder label: () -> Label
    ) { fatalError() }
    // iOS 15
    @preconcurrency nonisolated public init(
        role: ButtonRole?,
        action: @escaping @MainActor () -> Void,
        @ViewBuilder label: () -> Label
    ) { fatalError() }
}

extension Button where Label == Text {
    @preconcurrency nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        fatalError()
    }
    @_disfavoredOverload @preconcurrency nonisolated public init<S: StringProtocol>(
        _ title: S,
        action: @escaping @MainActor () -> Void
    ) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/menu (iOS 14, not watchOS)
public struct Menu<Label: View, Content: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/link (iOS 14)
public struct Link<Label: View>: View {
    public typealias Body = Never
}

extension Link where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, destination: URL) { fatalError() }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, destination: URL) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/sharelink (iOS 16, not tvOS); for texts only.
public struct ShareLink<Data: RandomAccessCollection, PreviewImage, PreviewIcon, Label: View>: View {
    public typealias Body = Never
}

// https://developer.apple.com/documentation/swiftui/defaultsharelinklabel (iOS 16)
public struct DefaultShareLinkLabel: View {
    public typealias Body = Never
}

extension ShareLink
where PreviewImage == Never, PreviewIcon == Never, Data == CollectionOfOne<String>, Label == DefaultShareLinkLabel {
    nonisolated public init(item: String, subject: Text? = nil, message: Text? = nil) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/progressview (iOS 14)
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
    public typealias Body = Never
    nonisolated public init() where Label == EmptyView, CurrentValueLabel == EmptyView { fatalError() }
}

// MARK: - Containers

// https://developer.apple.com/documentation/swiftui/form (iOS 13)
public struct Form<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/section (iOS 13)
public struct Section<Parent, Content, Footer> {}

extension Section: View where Parent: View, Content: View, Footer: View {
    public typealias Body = Never
}

extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/list (iOS 13)
public struct List<SelectionValue: Hashable, Content: View>: View {
    public typealias Body = Never
}

extension List where SelectionValue == Never {
    nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/foreach (iOS 13)
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}

extension ForEach: View where Content: View {
    public typealias Body = Never
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) { fatalError() }
}

extension ForEach where Content: View {
    nonisolated public init(
        _ data: Data,
        id: KeyPath<Data.Element, ID>,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/dynamicviewcontent (iOS 13)
public protocol DynamicViewContent: View {}

extension ForEach: DynamicViewContent where Content: View {}

extension DynamicViewContent {
    nonisolated public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent {
        self
    }
}

// https://developer.apple.com/documentation/swiftui/navigationstack (iOS 16)
public struct NavigationPath {}

public struct NavigationStack<Data, Root: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/navigationlink (iOS 13)
public struct NavigationLink<Label: View, Destination: View>: View {
    public typealias Body = Never
}

extension NavigationLink where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) {
        fatalError()
    }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(
        _ title: S,
        @ViewBuilder destination: () -> Destination
    ) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/tabview (iOS 13)
public struct TabView<SelectionValue: Hashable, Content: View>: View {
    public typealias Body = Never
}

extension TabView where SelectionValue == Int {
    nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/horizontalalignment (iOS 13)
public struct HorizontalAlignment: Equatable, Sendable {
    public static let leading = HorizontalAlignment()
    public static let center = HorizontalAlignment()
}

// https://developer.apple.com/documentation/swiftui/verticalalignment (iOS 13)
public struct VerticalAlignment: Equatable, Sendable {
    public static let center = VerticalAlignment()
}

// https://developer.apple.com/documentation/swiftui/alignment (iOS 13)
public struct Alignment: Equatable, Sendable {
    public static let center = Alignment()
}

// https://developer.apple.com/documentation/swiftui/vstack (iOS 13); stacks have a parameter for the spacing, too.
public struct VStack<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(
        alignment: HorizontalAlignment = .center,
        @ViewBuilder content: () -> Content
    ) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/zstack (iOS 13)
public struct ZStack<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(@ViewBuilder content: () -> Content) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/hstack (iOS 13)
public struct HStack<Content: View>: View {
    public typealias Body = Never
    nonisolated public init(
        alignment: VerticalAlignment = .center,
        @ViewBuilder content: () -> Content
    ) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/spacer (iOS 13)
public struct Spacer: View {
    public typealias Body = Never
    nonisolated public init() { fatalError() }
}
