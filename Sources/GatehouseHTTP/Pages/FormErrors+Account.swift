import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

extension FormErrors {
    /// Creates the errors to show for an error of an account operation.
    ///
    /// - Returns: `nil` if the page cannot be shown again.
    init?(_ error: AccountError, form: Parameters, settings: ServerSettings) {
        self.init(entered: form)
        status = .unprocessableContent
        switch error {
        case .notFound, .itemNotFound, .disabled, .failed, .signInRequired, .alreadyHasCredentials, .expirationRejected,
            .customFieldsTooLarge, .additionalFactorRequired:
            return nil
        case .nameMissing: field = .fieldRequired
        case .invalid(.phone): field = .phoneInvalid
        case .invalid: field = .emailInvalid
        case .taken: alert = .addressTaken
        case .passwordRejected(let assessment): password = PageMessage(assessment)
        case .passwordMissing: password = .passwordMissing
        case .passwordUnchanged: password = .passwordUnchanged
        case .wrongPassword: password = .passwordWrong
        case .attributeRejected(let name): attributes[name] = .fieldInvalid
        case .nothingPending: alert = .addressNotPending
        case .noAddress: alert = .addressMissing
        case .noPassword: alert = .passwordNotSet
        case .noTextMessages: alert = .textMessagesUnavailable
        case .lastSignInMethod: alert = .lastSignInMethod
        case .lastAddress: alert = .lastAddress
        case .addressClaimed: alert = .addressClaimed
        case .addressUnverified: alert = .addressUnverified
        case .tooManyAddresses: alert = .tooManyAddresses(maximum: AddressChanger.maximumAddresses)
        case .tooManyCredentials: alert = .tooManyCredentials
        case .secondFactorMissing: alert = .secondFactorMissing
        case .changedMeanwhile:
            alert = .changedMeanwhile
            // The values of the outdated form would overwrite the change.
            (enteredAttributes, revision) = (nil, nil)
        case .wrongCode: field = .codeIncorrect
        case .codeExpired: field = .codeExpired
        case .limited(let time):
            alert = .tooManyTries(seconds: wait(time))
            status = .tooManyRequests
        case .overloaded(let time):
            alert = .busy(seconds: wait(time))
            status = .serviceUnavailable
        }
    }
}

/// The errors of account operations.
extension PageMessage {
    package static let tooManyCredentials = PageMessage("tooManyCredentials")
    package static let secondFactorMissing = PageMessage("secondFactorMissing")
    /// The enrolment of a factor has expired.
    package static let setupExpired = PageMessage("setupExpired")
    package static let phoneInvalid = PageMessage("phoneInvalid")
    package static let passwordUnchanged = PageMessage("passwordUnchanged")
    package static let passwordNotSet = PageMessage("passwordNotSet")
    package static let codeIncorrect = PageMessage("codeIncorrect")
    package static let addressTaken = PageMessage("addressTaken")
    package static let addressNotPending = PageMessage("addressNotPending")
    package static let addressMissing = PageMessage("addressMissing")
    package static let addressClaimed = PageMessage("addressClaimed")
    package static let addressUnverified = PageMessage("addressUnverified")
    package static let textMessagesUnavailable = PageMessage("textMessagesUnavailable")
    package static let lastSignInMethod = PageMessage("lastSignInMethod")
    package static let lastAddress = PageMessage("lastAddress")
    package static let changedMeanwhile = PageMessage("changedMeanwhile")
    package static let confirmationMissing = PageMessage("confirmationMissing")
    package static func tooManyAddresses(maximum: Int) -> PageMessage {
        PageMessage("tooManyAddresses", ["maximum": "\(maximum)"])
    }
}

/// The notices of changes, shown after the redirect.
extension PageMessage {
    package static let accountSaved = PageMessage("accountSaved")
    package static let passwordChanged = PageMessage("passwordChanged")
    package static let passwordSet = PageMessage("passwordSet")
    package static let passwordRemoved = PageMessage("passwordRemoved")
    package static let passkeyAdded = PageMessage("passkeyAdded")
    package static let appAdded = PageMessage("appAdded")
    package static let factorRenamed = PageMessage("factorRenamed")
    package static let factorRemoved = PageMessage("factorRemoved")
    package static let secondStepTurnedOn = PageMessage("secondStepTurnedOn")
    package static let secondStepTurnedOff = PageMessage("secondStepTurnedOff")
    package static let factorResetCancelled = PageMessage("factorResetCancelled")
    package static let addressCodeSent = PageMessage("addressCodeSent")
    package static let addressPresent = PageMessage("addressPresent")
    package static let addressConfirmed = PageMessage("addressConfirmed")
    package static let addressRemoved = PageMessage("addressRemoved")
    package static let primaryAddressChanged = PageMessage("primaryAddressChanged")
    package static let sessionEnded = PageMessage("sessionEnded")
    package static let otherSessionsEnded = PageMessage("otherSessionsEnded")
    package static let accessWithdrawn = PageMessage("accessWithdrawn")
    /// The user signed in again; the submitted change was not made.
    package static let signedInAgain = PageMessage("signedInAgain")

    /// The notices that may follow a redirect.
    static let redirectNotices: [PageMessage] = [
        .accountSaved, .passwordChanged, .passwordSet, .passwordRemoved, .passkeyAdded, .appAdded, .factorRenamed,
        .factorRemoved, .secondStepTurnedOn, .secondStepTurnedOff, .factorResetCancelled, .addressCodeSent,
        .addressConfirmed, .addressRemoved, .primaryAddressChanged, .sessionEnded, .otherSessionsEnded,
        .accessWithdrawn, .signedInAgain,
    ]
}
