// The names that Kii's page does not use.

#import <Foundation/Foundation.h>
#import <KiiSDK/Kii.h>

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

@interface KiiExample : NSObject
@property (nonatomic, strong) KiiUser *user;
@end

@implementation KiiExample

#pragma mark Application

- (void)begin {
    [Kii beginWithID:@"app" andKey:@"key" andCustomURL:@"https://login.example.com/api"];
    [Kii setAccessTokenExpiration:3600];
    [Kii setLogLevel:0];
    NSLog(@"%lld %@ %@", (long long)[Kii accessTokenExpiration], [Kii getSDKVersion], [Kii getBuildNumber]);
    NSLog(@"%@", [Kii kiiAppsBaseURL]);
    // Ours: the queue of the blocks.
    Kii.callbackQueue = Kii.callbackQueue;
}

- (void)beginAtFormerSite:(KiiSite)site {
    [Kii beginWithID:@"app" andKey:@"key"];
    switch (site) {
        case kiiSiteUS:
        case kiiSiteJP:
        case kiiSiteCN:
        case kiiSiteSG:
        case kiiSiteCN3:
        case kiiSiteEU:
            [Kii beginWithID:@"app" andKey:@"key" andSite:site];
    }
}

#pragma mark Registration

- (NSArray *)newUsers {
    return @[
        [KiiUser userWithUsername:@"mary" andPassword:@"secret"],
        [KiiUser userWithPhoneNumber:@"+819012345678" andPassword:@"secret"],
        [KiiUser userWithEmailAddress:@"mary@example.com" andPassword:@"secret"],
        [KiiUser userWithUsername:@"mary" andPhoneNumber:@"+819012345678" andPassword:@"secret"],
        [KiiUser userWithUsername:@"mary" andEmailAddress:@"mary@example.com" andPassword:@"secret"],
        [KiiUser userWithEmailAddress:@"mary@example.com" andPhoneNumber:@"+819012345678" andPassword:@"secret"],
        [KiiUser userWithUsername:@"mary"
                  andEmailAddress:@"mary@example.com"
                   andPhoneNumber:@"+819012345678"
                      andPassword:@"secret"],
        [KiiUser userWithURI:@"kiicloud://users/1"],
        [KiiUser userWithID:@"1"],
        [[KiiUserBuilder builderWithEmail:@"mary@example.com" password:@"secret"] build],
        [[KiiUserBuilder builderWithGlobalPhoneNumber:@"+819012345678" password:@"secret"] build],
        [[KiiUserBuilder builderWithLocalPhoneNumber:@"9012345678" country:@"JP" password:@"secret"] build],
    ];
}

- (KiiUser *)buildUser {
    KiiUserBuilder *builder = [KiiUserBuilder builderWithIdentifier:@"mary" password:@"secret"];
    if (builder == nil) {
        builder = [KiiUserBuilder builderWithUsername:@"mary" password:@"secret"];
    }
    [[builder setUsername:@"mary"] setEmail:@"mary@example.com"];
    [builder setGlobalPhoneNumber:@"+819012345678"];
    [builder setLocalPhoneNumber:@"9012345678" country:@"JP"];
    return [builder build];
}

- (void)registerUserWithBlock:(KiiUserBlock)block {
    NSError *error;
    [self.user performRegistrationSynchronous:&error];
    [self.user performRegistrationWithBlock:block];
    KiiUserFields *fields = [self fields];
    KiiIdentityData *data = [self identityData];
    [KiiUser registerAsPseudoUserSynchronousWithUserFields:fields error:&error];
    [KiiUser registerAsPseudoUserWithUserFields:fields block:block];
    [self.user putIdentityDataSynchronous:data userFields:fields password:@"secret" error:&error];
    [self.user putIdentityData:data userFields:nil password:@"secret" block:block];
    [self report:error];
}

- (KiiUserFields *)fields {
    KiiUserFields *fields = [[KiiUserFields alloc] init];
    fields.displayName = @"Mary";
    fields.country = @"JP";
    fields.locale = [[LocaleContainer alloc] initWithBcp47Tag:@"ja-JP"];
    fields.locale = [[LocaleContainer alloc] initWithLocale:fields.locale.locale];
    NSLog(@"%@ %@ %@", fields.displayName, fields.country, fields.locale.localeString);
    [fields setObject:@3 forKey:@"level"];
    if ([fields hasObject:@"level"]) {
        NSLog(@"%@", [fields getObjectForKey:@"level"]);
        [fields removeObjectForKey:@"level"];
        [fields removeFromServerForKey:@"level"];
    }
    return fields;
}

- (KiiIdentityData *)identityData {
    KiiIdentityDataBuilder *builder = [[KiiIdentityDataBuilder alloc] init];
    builder.userName = @"mary";
    builder.email = @"mary@example.com";
    builder.phoneNumber = @"+819012345678";
    NSError *error;
    KiiIdentityData *data = [builder buildWithError:&error] ?: [builder build];
    NSLog(@"%@ %@ %@ %@", data.userName, data.email, data.phoneNumber, error);
    return data;
}

#pragma mark Log-in

- (void)logInWithBlock:(KiiUserBlock)block {
    NSError *error;
    NSDate *expiry = [KiiUser currentUser].accessTokenDictionary[@"expires_at"];
    [KiiUser authenticateSynchronous:@"mary" withPassword:@"secret" andError:&error];
    [KiiUser authenticate:@"mary" withPassword:@"secret" andBlock:block];
    [KiiUser authenticateWithLocalPhoneNumberSynchronous:@"9012345678"
                                             andPassword:@"secret"
                                          andCountryCode:@"JP"
                                                andError:&error];
    [KiiUser authenticateWithLocalPhoneNumber:@"9012345678" andPassword:@"secret" andCountryCode:@"JP" andBlock:block];
    [KiiUser authenticateWithTokenSynchronous:@"token" andExpiresAt:expiry andError:&error];
    [KiiUser authenticateWithToken:@"token" andExpiresAt:expiry andBlock:block];
    [KiiUser authenticateWithTokenSynchronous:@"token" expiresAt:expiry refreshToken:@"refresh" error:&error];
    [KiiUser authenticateWithToken:@"token" expiresAt:expiry refreshToken:@"refresh" block:block];
    KiiUser *user = [KiiUser authenticateWithStoredCredentialsSynchronous:&error];
    [KiiUser authenticateWithStoredCredentials:block];
    if (user != nil && [KiiUser loggedIn]) {
        [KiiUser logOut];
    }
    [self report:error];
}

#pragma mark Profile

- (void)changeProfileWithBlock:(KiiUserBlock)block {
    NSError *error;
    KiiUser *user = self.user;
    [user refreshSynchronous:&error];
    [user refreshWithBlock:block];
    [user saveSynchronous:&error];
    [user saveWithBlock:block];
    [user updateWithUserFieldsSynchronous:[self fields] error:&error];
    [user updateWithUserFields:[self fields] block:block];
    [user updateWithIdentityDataSynchronous:[self identityData] userFields:nil error:&error];
    [user updateWithIdentityData:nil userFields:[self fields] block:block];
    [user deleteSynchronous:&error];
    [user deleteWithBlock:block];
    [user changeEmailSynchronous:@"mary@example.com" withError:&error];
    [user changeEmail:@"mary@example.com" withBlock:block];
    [user changePhoneSynchronous:@"+819012345678" withError:&error];
    [user changePhone:@"+819012345678" withBlock:block];
    [user verifyPhoneNumberSynchronous:@"123456" error:&error];
    [user verifyPhoneNumber:@"123456" withBlock:block];
    [user verifyPhoneNumber:&error withCode:@"123456"];
    [user resendEmailVerificationSynchronous:&error];
    [user resendEmailVerificationWithBlock:block];
    [user resendPhoneNumberVerificationSynchronous:&error];
    [user resendPhoneNumberVerificationWithBlock:block];
    [self report:error];
}

- (void)showProfile {
    KiiUser *user = self.user;
    user.displayName = @"Mary";
    user.country = @"JP";
    user.locale = [[LocaleContainer alloc] init];
    NSLog(@"%@ %@ %@ %@", user.userID, user.uuid, user.objectURI, user.accessToken);
    NSLog(@"%@ %@ %@", user.displayName, user.country, user.locale.localeString);
    NSLog(@"%@ %@ %@", user.username, user.email, user.pendingEmail);
    NSLog(@"%@ %@ %@ %@", user.phoneNumber, user.pendingPhoneNumber, user.created, user.modified);
    NSLog(@"%d %d %d %d", user.emailVerified, user.phoneVerified, user.disabled, user.isPseudoUser);
    [user setObject:@3 forKey:@"level"];
    if ([user hasObject:@"level"]) {
        NSLog(@"%@", [user getObjectForKey:@"level"]);
        [user removeObjectForKey:@"level"];
    }
    [user describe];
}

- (BOOL)isLinked {
    KiiConnectorProvider providers[] = {
        kiiConnectorFacebook,
        kiiConnectorTwitter,
        kiiConnectorLinkedIn,
        kiiConnectorYahoo,
        kiiConnectorGoogle,
        kiiConnectorDropbox,
        kiiConnectorBox,
        kiiConnectorRenren,
        kiiConnectorSina,
        kiiConnectorLive,
        kiiConnectorQQ,
        kiiConnectorGoogleplus,
        kiiConnectorOpenIDConnectSimple,
        kiiConnectorKii,
    };
    for (unsigned index = 0; index < sizeof(providers) / sizeof(providers[0]); index++) {
        if ([self.user isLinkedWithSocialProvider:providers[index]]) {
            return YES;
        }
    }
    return self.user.linkedSocialAccounts.count > 0;
}

- (void)findUsersWithBlock:(KiiUserBlock)block {
    NSError *error;
    [KiiUser findUserByUsernameSynchronous:@"mary" withError:&error];
    [KiiUser findUserByUsername:@"mary" withBlock:block];
    [KiiUser findUserByEmailSynchronous:@"mary@example.com" withError:&error];
    [KiiUser findUserByEmail:@"mary@example.com" withBlock:block];
    [KiiUser findUserByPhoneSynchronous:@"+819012345678" withError:&error];
    [KiiUser findUserByPhone:@"+819012345678" withBlock:block];
    [self report:error];
}

#pragma mark Password

- (void)changePasswordWithBlock:(KiiUserBlock)block errorBlock:(KiiErrorBlock)errorBlock {
    NSError *error;
    [self.user updatePasswordSynchronous:@"secret" newPassword:@"other secret" error:&error];
    [self.user updatePassword:@"secret" to:@"other secret" withBlock:block];
    [self.user updatePasswordSynchronous:&error from:@"secret" to:@"other secret"];
    [KiiUser resetPasswordSynchronous:@"mary@example.com" error:&error];
    [KiiUser resetPassword:@"mary@example.com" withBlock:errorBlock];
    [KiiUser resetPasswordSynchronous:@"mary@example.com" notificationMethod:KiiEMAIL error:&error];
    [KiiUser resetPassword:@"+819012345678" notificationMethod:KiiSMS block:errorBlock];
    [KiiUser resetPassword:@"+819012345678" notificationMethod:KiiSMS_PIN block:errorBlock];
    [KiiUser resetPasswordSynchronous:&error withUserIdentifier:@"mary@example.com"];
    [KiiUser completeResetPasswordSynchronous:@"+819012345678" pinCode:@"1234" password:@"other secret" error:&error];
    [KiiUser completeResetPassword:@"+819012345678" pinCode:@"1234" password:@"other secret" block:errorBlock];
    [self report:error];
}

#pragma mark Delegates

- (void)user:(KiiUser *)user finishedWithError:(NSError *)error {
    [self report:error];
}

- (void)passwordResetFinishedWithError:(NSError *)error {
    [self report:error];
}

- (void)callWithDelegate {
    SEL finished = @selector(user:finishedWithError:);
    KiiUser *user = self.user;
    [KiiUser authenticate:@"mary" withPassword:@"secret" andDelegate:self andCallback:finished];
    [KiiUser authenticateWithLocalPhoneNumber:@"9012345678"
                                  andPassword:@"secret"
                               andCountryCode:@"JP"
                                  andDelegate:self
                                  andCallback:finished];
    [KiiUser authenticateWithToken:@"token" andDelegate:self andCallback:finished];
    [KiiUser resetPassword:@"mary@example.com"
              withDelegate:self
               andCallback:@selector(passwordResetFinishedWithError:)];
    [KiiUser findUserByUsername:@"mary" withDelegate:self andCallback:finished];
    [KiiUser findUserByEmail:@"mary@example.com" withDelegate:self andCallback:finished];
    [KiiUser findUserByPhone:@"+819012345678" withDelegate:self andCallback:finished];
    [user performRegistration:self withCallback:finished];
    [user updatePassword:@"secret" to:@"other secret" withDelegate:self andCallback:finished];
    [user verifyPhoneNumber:@"123456" withDelegate:self andCallback:finished];
    [user resendEmailVerification:self andCallback:finished];
    [user resendPhoneNumberVerification:self andCallback:finished];
    [user refresh:self withCallback:finished];
    [user save:self withCallback:finished];
    [user delete:self withCallback:finished];
    [user changeEmail:@"mary@example.com" withDelegate:self andCallback:finished];
    [user changePhone:@"+819012345678" withDelegate:self andCallback:finished];
}

#pragma mark Errors

- (void)report:(NSError *)error {
    if (![error.domain isEqualToString:KiiError.errorDomain]) {
        return;
    }
    NSLog(@"%ld %@ %@", (long)[error kiiHttpStatus], [error kiiErrorSummary], [error kiiErrorMessage]);
    if (error.code == [KiiError codeInvalidAccessToken]) {
        NSLog(@"Log in again.");
    }
}

- (NSError *)errorForTests {
    NSInteger codes[] = {
        [KiiError codeInvalidApplication],
        [KiiError codeAppNotFound],
        [KiiError codeUndefinedError],
        [KiiError codeUnableToConnectToInternet],
        [KiiError codeUnableToParseResponse],
        [KiiError codeUnauthorizedRequest],
        [KiiError codeInvalidRequestData],
        [KiiError codeInvalidAccessToken],
        [KiiError codeUnableToAuthenticateUser],
        [KiiError codeInvalidPasswordFormat],
        [KiiError codeInvalidEmailFormat],
        [KiiError codeInvalidUserObject],
        [KiiError codeInvalidUsername],
        [KiiError codeInvalidPhoneFormat],
        [KiiError codeUnableToVerifyUser],
        [KiiError codeInvalidDisplayName],
        [KiiError codeUnableToUpdateEmail],
        [KiiError codeUnableToUpdatePhoneNumber],
        [KiiError codeInvalidUserIdentifier],
        [KiiError codeInvalidCountryCode],
        [KiiError codeInvalidLocalPhoneFormat],
        [KiiError codeInvalidCredentials],
        [KiiError codeUserNotFound],
        [KiiError codeLocalPhoneRequiresCountryCode],
        [KiiError codeNonLoggedInUserIsNotAllowed],
        [KiiError codePseudoUserIsNotAllowed],
        [KiiError codeInvalidUserStatus],
        [KiiError codeRefreshTokenFailed],
        [KiiError codeValidStoredUserNotFound],
        [KiiError codeLoginRequired],
        [KiiError codeInvalidPinCode],
        [KiiError codePasswordRequired],
        [KiiError codeNewPasswordIsSameAsOldOne],
        [KiiError codePINCodeIsExpired],
        [KiiError codeDuplicateEntry],
        [KiiError codeInvalidAttributeKey],
        [KiiError codeInvalidURI],
        [KiiError codeDateNotFuture],
        [KiiError codeIntervalZero],
        [KiiError codeNonRefreshToken],
        [KiiError codeUnexpectedKeyChainError],
        [KiiError codeFailedToUnarchived],
        [KiiError codeFailedToArchived],
        [KiiError codeNonKeychainItemFound],
        [KiiError codeKeyChainAccessIsNotAllowed],
    };
    return [KiiError errorWithCode:codes[0] userInfo:@{@"description" : @"An error for a test."}];
}

@end
