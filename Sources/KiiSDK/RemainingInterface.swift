// What Kii's SDK for iOS 2.7.8 has for users and this module does not, and why.
//
// What is not about users: a Gatehouse server keeps nobody's data but theirs.
//
//     KiiGroup, KiiUser.memberOfGroups, KiiUser.ownerOfGroups, KiiUserArrayBlock
//     KiiBucket, KiiUser.bucket(withName:), encryptedBucket(withName:), fileBucket(withName:)
//     KiiObject, KiiQuery, KiiClause, KiiACL, KiiUploader, KiiDownloader, KiiServerCodeEntry, KiiAnalytics
//     KiiTopic, KiiUser.topic(withName:), listTopics, KiiPushSubscription, KiiUser.pushSubscription(), KiiPushInstallation
//     KiiThing, KiiThingOwner
//         KiiUser conforms to no KiiThingOwner, which says only that a user can own things. What the thing-if SDKs take of a user
//         is the access token and the identifier, which are here.
//
// Social accounts:
//
//     KiiSocialConnect, KiiUser.linkedSocialAccountsDictionary, the codes that only they have
//         Users sign in with another provider on the server's pages. `linkedSocialAccounts` is there, and empty, and
//         `isLinked(withSocialProvider:)` is false for each provider.
//
// What Linux does not have:
//
//     ...andDelegate:andCallback:, ...withDelegate:andCallback: and the like
//         They name the method to call by a selector, which Swift alone has not. Each call has a form with a block.
//
//     Parameters of NSErrorPointer, which the deprecated calls have in front: resetPasswordSynchronous(_:withUserIdentifier:),
//     updatePasswordSynchronous(_:from:to:), verifyPhoneNumber(_:withCode:)
//         The deprecated calls are here and throw: leave out the first argument.
//
//     KiiError is no subclass of NSError
//         A subclass of NSError promises the compiler to be safe on every thread, by nobody's word but its own. Errors are plain
//         NSErrors with KiiError.errorDomain; code that says `catch let error as NSError` or `as NSError` is the same.
//
// What is here and does less:
//
//     Kii.begin(withID:andKey:), Kii.begin(withID:andKey:andSite:)
//         The sites are gone, and whoever owns their names some day must not be sent passwords. Every call fails with 101, and the compiler
//         names begin(withID:andKey:andCustomURL:).
//
//     Kii.setLogLevel(_:)
//         Nothing is logged.
//
//     completeResetPassword with a password of nil
//         Kii made one up and mailed it. It is 342 here.
//
//     Codes 310 to 344 that no server of ours says: see the documentation of each.
//
// What is here and differs for the compiler:
//
//     KiiUser, KiiUserBuilder, KiiUserFields and the others are final
//         KiiUser is Sendable, as it comes from any thread, which a class that can be inherited from is not.
//
//     KiiUserBlock, KiiErrorBlock
//         They are Swift functions, called once, on Kii.callbackQueue.
//
//     Asynchronous forms
//         Those that Swift makes of Kii's methods have the same names here; the others are additions, named like the form with a block without it.
