package import HTTPTypes

/// The account API, by which an app shows and changes the account of its user.
package enum AccountAPI {
    /// The path of the API below the issuer.
    package static let root = "/account/v1"
    /// The path of the account page below the issuer.
    package static let page = "/account"
    /// The name of the path parameter that identifies a resource.
    package static let id = "id"
    static let idSegment = "{\(id)}"

    /// All operations, in the order of the documentation.
    package static let endpoints: [any AccountEndpoint.Type] = [
        GetAccount.self, UpdateAccount.self, SetPassword.self, RemovePassword.self, ListSignInMethods.self,
        ListAddresses.self, AddAddress.self, VerifyAddress.self, ResendAddressCode.self, UpdateAddress.self,
        RemoveAddress.self, ListCredentials.self, StartEnrolment.self, AddCredential.self, UpdateCredential.self,
        RemoveCredential.self, ReplaceRecoveryCodes.self, UpdateSecondFactor.self, ListSessions.self, EndSession.self,
        EndOtherSessions.self, ListApps.self, WithdrawApp.self, ListActivity.self, ExportAccount.self,
        DeleteAccount.self,
    ]
}

/// An operation of the account API.
package protocol AccountEndpoint: JSONEndpoint {}

extension AccountEndpoint {
    package static var scope: Scope { .account }
}

// MARK: Account

extension AccountAPI {
    /// Returns the account.
    package enum GetAccount: AccountEndpoint {
        package typealias Response = AccountDetails

        package static let method = HTTPRequest.Method.get
        package static let path = "\(root)/me"
        package static let hasEntityTag = true
        package static let operation = OperationDescription("getAccount", "Returns the account of the user.")
    }

    /// Changes attributes of the account.
    package enum UpdateAccount: AccountEndpoint {
        package typealias Body = AccountUpdateRequest
        package typealias Response = AccountDetails

        package static let method = HTTPRequest.Method.patch
        package static let path = "\(root)/me"
        package static let hasEntityTag = true
        package static let requiresMatch = true
        package static let operation = OperationDescription(
            "updateAccount",
            "Changes attributes of the account.",
            text: "`If-Match` is the `ETag` of the account on which the change is based."
        )
    }

    /// Sets or changes the password.
    package enum SetPassword: AccountEndpoint {
        package typealias Body = PasswordRequest

        package static let method = HTTPRequest.Method.put
        package static let path = "\(root)/password"
        package static let requiresFreshSignIn = true
        package static let problems: Set<ProblemType> = [.passwordRejected, .addressRequired]
        package static let operation = OperationDescription(
            "setPassword",
            "Sets or changes the password.",
            text: "All other sessions end."
        )
    }

    /// Removes the password.
    package enum RemovePassword: AccountEndpoint {
        package static let method = HTTPRequest.Method.delete
        package static let path = "\(root)/password"
        package static let requiresFreshSignIn = true
        package static let problems: Set<ProblemType> = [.notFound, .lastSignInMethod]
        package static let operation = OperationDescription(
            "removePassword",
            "Removes the password.",
            text: "Refused unless another way to sign in remains."
        )
    }

    /// Lists the ways to sign in.
    package enum ListSignInMethods: AccountEndpoint {
        package typealias Response = SignInMethods

        package static let method = HTTPRequest.Method.get
        package static let path = "\(root)/sign-in-methods"
        package static let operation = OperationDescription("listSignInMethods", "Lists the ways to sign in.")
    }

    /// Returns everything that is stored about the user.
    package enum ExportAccount: AccountEndpoint {
        package typealias Response = AccountExport

        package static let method = HTTPRequest.Method.get
        package static let path = "\(root)/export"
        package static let requiresFreshSignIn = true
        package static let operation = OperationDescription(
            "exportAccount",
            "Returns everything that is stored about the user, as one document."
        )
    }

    /// Requests the deletion of the account.
    package enum DeleteAccount: AccountEndpoint {
        package typealias Response = AccountDeletionResponse

        package static let method = HTTPRequest.Method.post
        package static let path = "\(root)/deletion"
        package static let status = HTTPResponse.Status.accepted
        package static let requiresFreshSignIn = true
        package static let operation = OperationDescription(
            "deleteAccount",
            "Requests the deletion of the account.",
            text: "All sessions end. Until the account is erased, the user can sign in to keep it."
        )
    }
}

// MARK: Addresses

extension AccountAPI {
    /// Lists the addresses.
    package enum ListAddresses: AccountEndpoint {
        package typealias Response = AccountAddresses

        package static let method = HTTPRequest.Method.get
        package static let path = "\(root)/addresses"
        package static let operation = OperationDescription("listAddresses", "Lists the addresses of the account.")
    }

    /// Adds an address, to which a code is sent.
    package enum AddAddress: AccountEndpoint {
        package typealias Body = AddAddressRequest
        package typealias Response = PendingAccountAddress

        package static let method = HTTPRequest.Method.post
        package static let path = "\(root)/addresses"
        package static let status = HTTPResponse.Status.created
        package static let requiresFreshSignIn = true
        package static let problems: Set<ProblemType> = [.addressPresent, .tooManyAddresses, .textMessagesUnavailable]
        package static let operation = OperationDescription(
            "addAddress",
            "Adds an address, and sends a code to it.",
            text: "The answer does not tell whether the address belongs to another account."
        )
    }

    /// Verifies a pending address with its code.
    package enum VerifyAddress: AccountEndpoint {
        package typealias Body = VerifyAddressRequest
        package typealias Response = AccountAddress

        package static let method = HTTPRequest.Method.post
        package static let path = "\(root)/addresses/\(idSegment)/verify"
        package static let problems: Set<ProblemType> = [.wrongCode, .codeExpired, .addressClaimed]
        package static let operation = OperationDescription(
            "verifyAddress",
            "Verifies an address with the code that was sent to it."
        )
    }

    /// Sends the code of a pending address again.
    package enum ResendAddressCode: AccountEndpoint {
        package typealias Response = PendingAccountAddress

        package static let method = HTTPRequest.Method.post
        package static let path = "\(root)/addresses/\(idSegment)/resend"
        package static let problems: Set<ProblemType> = [.textMessagesUnavailable]
        package static let operation = OperationDescription(
            "resendAddressCode",
            "Sends the code of an address again.",
            text: "Before `resend_after`, no further message is sent."
        )
    }

    /// Makes an address the primary one of its kind.
    package enum UpdateAddress: AccountEndpoint {
        package typealias Body = AddressUpdateRequest
        package typealias Response = AccountAddress

        package static let method = HTTPRequest.Method.patch
        package static let path = "\(root)/addresses/\(idSegment)"
        package static let requiresFreshSignIn = true
        package static let problems: Set<ProblemType> = [.addressUnverified]
        package static let operation = OperationDescription(
            "updateAddress",
            "Makes an address the primary one of its kind."
        )
    }

    /// Removes an address, or abandons a pending one.
    package enum RemoveAddress: AccountEndpoint {
        package static let method = HTTPRequest.Method.delete
        package static let path = "\(root)/addresses/\(idSegment)"
        package static let requiresFreshSignIn = true
        package static let problems: Set<ProblemType> = [.lastSignInMethod, .lastAddress, .addressClaimed]
        package static let operation = OperationDescription(
            "removeAddress",
            "Removes an address.",
            text: "Refused for the last way to sign in and for the last verified address."
        )
    }
}

// MARK: Sessions and apps

extension AccountAPI {
    /// Lists the sessions.
    package enum ListSessions: AccountEndpoint {
        package typealias Query = PageRequest
        package typealias Response = Page<SessionDetails>

        package static let method = HTTPRequest.Method.get
        package static let path = "\(root)/sessions"
        package static let operation = OperationDescription("listSessions", "Lists the sessions, newest first.")
    }

    /// Ends a session.
    package enum EndSession: AccountEndpoint {
        package static let method = HTTPRequest.Method.delete
        package static let path = "\(root)/sessions/\(idSegment)"
        package static let operation = OperationDescription("endSession", "Ends a session.")
    }

    /// Ends all sessions but the current one.
    package enum EndOtherSessions: AccountEndpoint {
        package static let method = HTTPRequest.Method.delete
        package static let path = "\(root)/sessions"
        package static let operation = OperationDescription(
            "endOtherSessions",
            "Ends all sessions but the one of the request."
        )
    }

    /// Lists the apps that may use the account.
    package enum ListApps: AccountEndpoint {
        package typealias Query = PageRequest
        package typealias Response = Page<AccountApp>

        package static let method = HTTPRequest.Method.get
        package static let path = "\(root)/apps"
        package static let operation = OperationDescription("listApps", "Lists the apps that may use the account.")
    }

    /// Withdraws the consent to an app and ends its sessions.
    package enum WithdrawApp: AccountEndpoint {
        package static let method = HTTPRequest.Method.delete
        package static let path = "\(root)/apps/\(idSegment)"
        package static let operation = OperationDescription(
            "withdrawApp",
            "Withdraws the consent to an app.",
            text: "Its sessions end, and it has to ask for consent again."
        )
    }

    /// Lists the events of the account.
    package enum ListActivity: AccountEndpoint {
        package typealias Query = PageRequest
        package typealias Response = Page<AccountActivity>

        package static let method = HTTPRequest.Method.get
        package static let path = "\(root)/activity"
        package static let operation = OperationDescription(
            "listActivity",
            "Lists the events of the account, newest first."
        )
    }
}
