// The code of Amazon's page "Login with Amazon SDK for iOS 3.0.x Migration Guide", as published.

#import <UIKit/UIKit.h>

#import <LoginWithAmazon/LoginWithAmazon.h>

// Prologue: the page uses some values no further, and its arrays lack the `nil` at the end.
#pragma clang diagnostic ignored "-Wunused-variable"
#pragma clang diagnostic ignored "-Wsentinel"

@interface SignInViewController : UIViewController
@end

@implementation SignInViewController

- (IBAction)onLogInButtonClicked:(id)sender {
  // Build an authorize request.
  AMZNAuthorizeRequest *request = [[AMZNAuthorizeRequest alloc] init];
	 request.scopes = [NSArray arrayWithObjects:
	 // [AMZNProfileScope userID],
	 [AMZNProfileScope profile],
	 [AMZNProfileScope postalCode]];

  // Make an Authorize call to the Login with Amazon SDK.
  [[AMZNAuthorizationManager sharedManager] authorize:request
	withHandler:^(AMZNAuthorizeResult *result, BOOL
	userDidCancel, NSError *error) {
	   if (error) {
		// Handle errors from the SDK or authorization server.
	   } else if (userDidCancel) {
		// Handle errors caused when user cancels login.
	   } else {
		// Authentication was successful.
		// Obtain the access token and user profile data.
		NSString *accessToken = result.token;
		AMZNUser *user = result.user;
		NSString *userID = user.userID;
		  }
  }];
}

- (void)fetchProfile {
[AMZNUser fetch:^(AMZNUser *user, NSError *error) {
  if (error) {
	// Error from the SDK, or no user has authorized to the app.
  } else if (user) {
	NSString *userID = user.userID;
	//NSString *name = user.name;
	//NSString *email = user.email;
	//NSString *postalCode = user.postalCode;

	// To get all available user profile data in a dictionary
	NSDictionary *profileData = user.profileData; // The page leaves the semicolon out.
  }
}];
}

- (void)checkSignIn {
// Build an authorize request.
AMZNAuthorizeRequest *request = [[AMZNAuthorizeRequest alloc] init];
request.scopes = [NSArray arrayWithObjects:
// [AMZNProfileScope userID],
[AMZNProfileScope profile],
[AMZNProfileScope postalCode]];

request.interactiveStrategy = AMZNInteractiveStrategyNever;

[[AMZNAuthorizationManager sharedManager] authorize:request
 withHandler:^(AMZNAuthorizeResult *result, BOOL
  userDidCancel, NSError *error) {
    if (error) {
        // Error from the SDK, indicating the user was not previously authorized to your app for the requested scopes.
    } else {
        // The user was previously authorized to your app.
        // Obtain the access token and user profile data.
         NSString *accessToken = result.token;
         AMZNUser *user = result.user;
         NSString *userID = user.userID;
    }
}];
}

- (void)signOut {
[[AMZNAuthorizationManager sharedManager] signOut:^(NSError * _Nullable error) {
  if (!error) {
	// error from the SDK or Login with Amazon authorization server.
  }
}];
}

- (id<AMZNScope>)scope {
    return [AMZNScopeFactory scopeWithName:@"profile"];
}

@end
