// From Amazon's page "Use the Login with Amazon SDK for iOS APIs (v2.1.2 and lower)", as published.

#import <LoginWithAmazon/LoginWithAmazon.h>

@interface AMZNLogoutDelegate : NSObject<AIAuthenticationDelegate>

@end

// The page calls this initializer without declaring it.
@class SignInViewController;
@interface AMZNLogoutDelegate () {
    SignInViewController *parentViewController;
}
- (id)initWithParentController:(SignInViewController *)controller;
@end
