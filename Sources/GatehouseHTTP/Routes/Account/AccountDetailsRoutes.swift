import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// `/account`: the user's name, language and attributes.
struct AccountDetailsRoutes: Sendable {
    let server: IdentityServer
    let responder: AccountPageResponder

    private static let locale = ClaimName.locale.rawValue

    var routes: [Route] {
        [
            responder.route(AccountSection.details.path, in: .details) { visit, errors throws(AccountError) in
                show(visit, errors)
            } submit: { visit, form throws(AccountError) in
                try await save(form, of: visit)
            }
        ]
    }

    private var policy: AttributePolicy { server.accounts.profile.policy }

    /// Returns the attributes of the form, without those whose value no field can hold.
    ///
    /// The language has a field of its own.
    private func attributes(of account: Account) -> [ClientAttribute] {
        policy.form(for: account).filter {
            $0.name != Self.locale && account.attributes[$0.name]?.fitsField != false
        }
    }

    private func show(_ visit: AccountVisit, _ errors: FormErrors) -> ServerResponse {
        let account = visit.account
        let entered = errors.enteredAttributes ?? [:]
        let fields = attributes(of: account).map { attribute in
            PageAttribute(
                name: attribute.name,
                kind: PageAttribute.Kind(attribute),
                label: attribute.label,
                value: entered[attribute.name] ?? account.text(of: attribute),
                isRequired: attribute.isRequired,
                error: errors.attributes[attribute.name]
            )
        }
        let language = entered[Self.locale].map { Language(rawValue: $0) } ?? account.language
        let facts = policy.shown(of: account).filter { $0.name != Self.locale && !$0.value.fieldText.isEmpty }
        let page = AccountDetailsPage(
            form: visit.form,
            frame: visit.frame,
            revision: errors.revision ?? account.revision,
            attributes: fields,
            language: policy.access(to: Self.locale) != .editable
                ? .notOffered : language.map { .chosen($0) } ?? .automatic,
            username: account.identifier(.username)?.spelling,
            createdAt: account.createdAt,
            facts: facts.map { .init(name: $0.name, value: $0.value.fieldText) },
            alert: errors.alert,
            notice: visit.state.notice
        )
        return responder.render(page, for: visit, errors)
    }

    private func save(_ form: Parameters, of visit: AccountVisit) async throws(AccountError) -> ServerResponse {
        let typed = form.pageAttributes
        let account = visit.account
        // An untouched field keeps its value, whose type may be a number.
        let fields = AttributeForm(
            attributes(of: account).filter { attribute in
                typed[attribute.name].map { $0 != account.text(of: attribute) } ?? false
            }
        )
        var changes: [String: JSONValue] = [:]
        do throws(AttributeErrors) {
            for page in fields.pages {
                let values = try fields.check(typed, page: page)
                for field in fields.fields(on: page) where values[field.name] != account.attributes[field.name] {
                    changes[field.name] = values[field.name] ?? .null
                }
            }
        } catch {
            var errors = FormErrors(entered: form)
            errors.attributes = error.problems.mapValues(PageMessage.init)
            errors.status = .unprocessableContent
            return show(visit, errors)
        }
        let language = typed[Self.locale].flatMap(Language.init(rawValue:))
        if policy.access(to: Self.locale) == .editable, typed[Self.locale] != nil, language != account.language {
            changes[Self.locale] = language.map { .string($0.rawValue) } ?? .null
        }
        if !changes.isEmpty {
            guard let revision = form.revision else { throw .changedMeanwhile }
            _ = try await server.accounts.profile.update(account, with: changes, ifRevision: revision, visit.call)
        }
        let response = responder.redirect(to: visit.path, showing: .accountSaved, for: visit)
        // An earlier choice in this browser would hide the new language.
        guard let language, changes[Self.locale] != nil else { return response }
        return response.with(cookie: responder.pages.cookies.setLanguage(language))
    }
}

extension Account {
    /// Returns the text that browsers submit for the field of an attribute if the user leaves it untouched.
    ///
    /// They empty date fields with any other value, such as a year, and remove line breaks (HTML §4.10.5.1).
    fileprivate func text(of attribute: ClientAttribute) -> String {
        let text = attributes[attribute.name]?.fieldText ?? ""
        guard attribute.kind != .date else { return CalendarDate(text) == nil ? "" : text }
        return text.filter { !["\n", "\r", "\r\n"].contains($0) }
    }
}
