// The code of Kii's page on logging in with an access token, as published.

#import <KiiSDK/KiiSDK.h>

// Prologue: the app's own storage, which the page assumes.
@interface TokenExample : NSObject
- (void)storeToken:(NSString *)token;
- (NSString *)getStoredToken;
@end

@implementation TokenExample

- (void)storeToken:(NSString *)token {
}

- (NSString *)getStoredToken {
    return @"";
}

- (void)saveToken {
// Assume that a user has logged in.

// Method #1: Get an access token from the accessToken property.
NSString *token = [[KiiUser currentUser] accessToken];

// Method #2: Get an access token with the accessTokenDictionary method.
NSDictionary *dictionary = [[KiiUser currentUser] accessTokenDictionary];
token = [dictionary objectForKey:@"access_token"];

// Securely store the access token in the storage with your own function.
[self storeToken:token];
}

- (void)logInAndWait {
NSError *error;

// Get an access token from the storage with your own function.
NSString *token = [self getStoredToken];

// Authenticate a user with the access token.
[KiiUser authenticateWithTokenSynchronous:token
                                 andError:&error];
if (error != nil) {
  // Handle the error.
  return;
}
}

- (void)logIn {
// Get an access token from the storage with your own function.
NSString *token = [self getStoredToken];

// Authenticate a user with the access token.
[KiiUser authenticateWithToken:token
                      andBlock:^(KiiUser *user, NSError *error) {
  if (error != nil) {
    // Handle the error.
    return;
  }
}];
}

@end
