package import Foundation
import GatehouseServer
package import GatehouseStore

/// The page of the email addresses and phone numbers.
///
/// Fields: `email` or `phone` of the forms to add one; `code` with `item` to confirm one. Actions: `continue`,
/// `resend`, `makePrimary`, `remove`.
package struct AccountAddressesPage: HostedPage {
    package static let template = "account-addresses"

    /// An address of the account.
    package struct Address: Sendable, Hashable {
        /// The status of an address.
        package enum Status: Sendable, Hashable {
            case primary
            case additional
            case unverified
            /// Waits for its code.
            case pending
        }

        /// The opaque value that the forms send.
        package var id: String
        package var kind: AccountIdentifier.Kind
        package var value: String
        package var status: Status
        package var verifiedAt: Date?
        /// The error at the field for the code.
        package var error: PageMessage?

        package init(
            id: String,
            kind: AccountIdentifier.Kind,
            value: String,
            status: Status,
            verifiedAt: Date? = nil,
            error: PageMessage? = nil
        ) {
            self.id = id
            self.kind = kind
            self.value = value
            self.status = status
            self.verifiedAt = verifiedAt
            self.error = error
        }
    }

    /// A form to add an address: the typed value and its error.
    package struct Entry: Sendable, Hashable {
        package var value = ""
        package var error: PageMessage?

        package init(value: String = "", error: PageMessage? = nil) {
            self.value = value
            self.error = error
        }
    }

    package var form: PageForm?
    package var frame: AccountFrame?
    package var addresses: [Address]
    package var email: Entry
    /// The form for a phone number; `nil` if no text messages can be sent.
    package var phone: Entry?
    package var alert: PageMessage?
    package var notice: PageMessage?

    package init(
        form: PageForm,
        frame: AccountFrame,
        addresses: [Address],
        email: Entry = Entry(),
        phone: Entry? = nil,
        alert: PageMessage? = nil,
        notice: PageMessage? = nil
    ) {
        self.form = form
        self.frame = frame
        self.addresses = addresses
        self.email = email
        self.phone = phone
        self.alert = alert
        self.notice = notice
    }

    package func content(_ text: PageText) -> PageContent {
        var add = PageField.email(email.value, error: email.error, text: text)
        add.autocomplete = "email"
        add.hint = text("addresses.emailHint")
        let number = phone.map { $0.field(text) }
        let codes = addresses.filter { $0.status == .pending }.map { $0.field(text) }
        var content = PageContent(
            title: text("accountPage.addresses"),
            alert: alert,
            notice: notice,
            fields: [add],
            focusesForm: false,
            otherFields: codes + [number].compactMap(\.self)
        )
        let phones = addresses.filter { $0.kind == .phone }.map { $0.content(text) }
        content.values["emails"] = addresses.filter { $0.kind == .email }.map { $0.content(text) }
        content.values["phones"] = phones
        content.values["hasPhones"] = !phones.isEmpty || number != nil
        content.values["phoneForm"] = number.map { ["numberField": $0.content(hasFocus: $0.error != nil)] }
        return content
    }
}

extension AccountAddressesPage.Entry {
    fileprivate func field(_ text: PageText) -> PageField {
        PageField(
            name: PageInput.phone.rawValue,
            label: text("attribute.phoneNumber"),
            type: "tel",
            value: value,
            autocomplete: "tel",
            inputMode: "tel",
            autocapitalize: "none",
            maximumLength: 32,
            hint: text("addresses.phoneHint"),
            error: error.map(text.callAsFunction)
        )
    }
}

extension AccountAddressesPage.Address {
    /// Returns the field for the code.
    fileprivate func field(_ text: PageText) -> PageField {
        PageField(
            name: PageInput.code.rawValue,
            label: text("code.label"),
            autocomplete: "one-time-code",
            inputMode: "numeric",
            autocapitalize: "none",
            maximumLength: 16,
            hint: text(kind == .email ? "addresses.codeByEmail" : "addresses.codeBySMS", ["address": value]),
            error: error.map(text.callAsFunction),
            scope: kind.rawValue + "-"
        )
    }

    fileprivate func content(_ text: PageText) -> [String: Any] {
        var content: [String: Any] = [
            "isCare": status == .unverified || status == .pending,
            "item": id, "value": value, "isRemovable": status != .pending, "canBecomePrimary": status == .additional,
            "removeIntro": text(
                kind == .email ? "addresses.removeEmailIntro" : "addresses.removePhoneIntro",
                ["address": value]
            ),
        ]
        switch status {
        case .primary: content["badge"] = text("addresses.primary")
        case .additional: break
        case .unverified: content["badge"] = text("addresses.unverified")
        case .pending:
            content["badge"] = text("addresses.pending")
            content["code"] = ["codeField": field(text).content(hasFocus: error != nil)]
        }
        content["detail"] = verifiedAt.map { text("addresses.verifiedAt", ["date": text.date($0).day]) }
        return content
    }
}
