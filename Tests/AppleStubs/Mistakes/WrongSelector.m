// Expected: no known class method for selector 'sharedInstance'
#import <LoginWithAmazon/LoginWithAmazon.h>

AMZNAuthorizationManager *manager(void) {
    return [AMZNAuthorizationManager sharedInstance];
}
