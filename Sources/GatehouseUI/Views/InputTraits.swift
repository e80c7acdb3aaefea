#if canImport(SwiftUI)
import SwiftUI

#if canImport(UIKit) && !os(watchOS)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

extension View {
    /// Sets keyboard, autofill and capitalization for a kind of input.
    func inputTraits(_ kind: ScreenField.Kind) -> some View {
        #if canImport(UIKit) && !os(watchOS)
        keyboardType(kind.keyboardType)
            .textContentType(kind.textContentType)
            .textInputAutocapitalization(kind.isVerbatim ? .never : .words)
            .autocorrectionDisabled(kind.isVerbatim)
        #elseif canImport(AppKit)
        textContentType(kind.textContentType).autocorrectionDisabled(kind.isVerbatim)
        #else
        autocorrectionDisabled(kind.isVerbatim)
        #endif
    }
}

extension ScreenField.Kind {
    /// Whether the keyboard must not change the input.
    fileprivate var isVerbatim: Bool {
        if case .text = self { false } else { true }
    }

    #if canImport(UIKit) && !os(watchOS)
    fileprivate var keyboardType: UIKeyboardType {
        switch self {
        case .email, .emailOrPhone: .emailAddress
        case .phone: .phonePad
        case .code: .numberPad
        case .number: .decimalPad
        case .recoveryCode: .asciiCapable
        case .password, .newPassword, .text, .boolean, .choice: .default
        }
    }

    fileprivate var textContentType: UITextContentType? {
        switch self {
        // The address is the user name that belongs to the saved password.
        case .email, .emailOrPhone: .username
        case .phone: .telephoneNumber
        case .code: .oneTimeCode
        case .password: .password
        case .newPassword: .newPassword
        case .text(let content): content.textContentType
        case .recoveryCode, .number, .boolean, .choice: nil
        }
    }
    #elseif canImport(AppKit)
    fileprivate var textContentType: NSTextContentType? {
        switch self {
        case .email, .emailOrPhone: .username
        case .phone: .telephoneNumber
        case .code: .oneTimeCode
        case .password: .password
        case .newPassword: .newPassword
        case .text(let content): content.textContentType
        case .recoveryCode, .number, .boolean, .choice: nil
        }
    }
    #endif
}

extension ScreenField.Content {
    #if canImport(UIKit) && !os(watchOS)
    fileprivate var textContentType: UITextContentType? {
        switch self {
        case .name: .name
        case .givenName: .givenName
        case .familyName: .familyName
        case .nickname: .nickname
        case .city: .addressCity
        case .region: .addressState
        case .postalCode: .postalCode
        case .country: .countryName
        case .streetAddress: .fullStreetAddress
        case .jobTitle: .jobTitle
        case .other: nil
        }
    }
    #elseif canImport(AppKit)
    fileprivate var textContentType: NSTextContentType? {
        switch self {
        case .name: .name
        case .givenName: .givenName
        case .familyName: .familyName
        case .nickname: .nickname
        case .city: .addressCity
        case .region: .addressState
        case .postalCode: .postalCode
        case .country: .countryName
        case .streetAddress: .fullStreetAddress
        case .jobTitle: .jobTitle
        case .other: nil
        }
    }
    #endif
}
#endif
