// From Amazon's page "Use the Login with Amazon SDK for iOS APIs (v2.1.2 and lower)", as published.

#import <LoginWithAmazon/LoginWithAmazon.h>

@interface AMZNGetProfileDelegate : NSObject<AIAuthenticationDelegate>

@end

// The page calls this initializer without declaring it.
@class SignInViewController;
@interface AMZNGetProfileDelegate () {
    SignInViewController *parentViewController;
}
- (id)initWithParentController:(SignInViewController *)controller;
@end
