// The parts of Kii's SDK for iOS 2.7.8 for users that this module does not implement, and the reasons.
//
// Data other than users: a Gatehouse server stores user accounts only.
//
//     KiiGroup, KiiUser.memberOfGroups, KiiUser.ownerOfGroups, KiiUserArrayBlock KiiBucket, KiiUser.bucket(withName:),
//     encryptedBucket(withName:), fileBucket(withName:) KiiObject, KiiQuery, KiiClause, KiiACL, KiiUploader,
//     KiiDownloader, KiiServerCodeEntry, KiiAnalytics KiiTopic, KiiUser.topic(withName:), listTopics,
//     KiiPushSubscription, KiiUser.pushSubscription(), KiiPushInstallation KiiThing, KiiThingOwner
//         KiiUser does not conform to KiiThingOwner, which only marks owners of things. The thing-if SDKs use the
//         access token and the identifier of a user, which are available.
//
// Social accounts:
//
//     KiiSocialConnect, KiiUser.linkedSocialAccountsDictionary, the error codes of both
//         Users sign in with another provider on the server's pages. `linkedSocialAccounts` is always empty, and
//         `isLinked(withSocialProvider:)` always false.
//
// For Objective-C only:
//
//     ...andDelegate:andCallback:, ...withDelegate:andCallback: and similar methods
//         They take a selector, which Swift has only with Objective-C. Each call has a form with a block.
//
//     Leading NSErrorPointer parameters of the deprecated calls:
//     resetPasswordSynchronous(_:withUserIdentifier:), updatePasswordSynchronous(_:from:to:),
//     verifyPhoneNumber(_:withCode:)
//         In Swift the deprecated calls throw instead: omit the first argument.
//
//     KiiError is not a subclass of NSError
//         A subclass of NSError would have to promise thread safety without checks. Errors are plain NSErrors with
//         KiiError.errorDomain; `catch let error as NSError` and `as NSError` work unchanged. In
//         Objective-C, declare the variable whose address is passed as `NSError *`.
//
// Implemented without effect or with a difference:
//
//     Kii.begin(withID:andKey:), Kii.begin(withID:andKey:andSite:)
//         The sites were shut down, and passwords must not be sent to a later owner of their domains. Every call fails
//         with 101, and the compiler suggests begin(withID:andKey:andCustomURL:).
//
//     Kii.setLogLevel(_:)
//         Nothing is logged.
//
//     completeResetPassword with a password of nil
//         Kii generated a password and sent it by email. Here the call fails with 342.
//
//     Codes 310 to 344 that are never reported: see the documentation of each.
//
// Differences for the compiler:
//
//     KiiUser, KiiUserBuilder, KiiUserFields and the others are final
//         KiiUser is used on any thread and therefore Sendable, which an open class cannot be.
//
//     KiiUserBlock, KiiErrorBlock
//         Swift functions, called once, on Kii.callbackQueue.
//
//     Asynchronous forms
//         Those that Swift imports from Kii's methods have the same names here. The others are additions, named like
//         the form with a block, without the block.
