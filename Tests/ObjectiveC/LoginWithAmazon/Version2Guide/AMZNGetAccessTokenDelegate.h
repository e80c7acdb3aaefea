// From Amazon's page "Use the Login with Amazon SDK for iOS APIs (v2.1.2 and lower)", as published.

#import <LoginWithAmazon/LoginWithAmazon.h>

@interface AMZNGetAccessTokenDelegate : NSObject<AIAuthenticationDelegate>

@end

// The page calls this initializer without declaring it.
@class SignInViewController;
@interface AMZNGetAccessTokenDelegate () {
    SignInViewController *parentViewController;
}
- (id)initWithParentController:(SignInViewController *)controller;
@end
