// Expected: no known class method for selector 'authenticateWithToken:block:'
#import <KiiSDK/Kii.h>

void logIn(NSString *token, KiiUserBlock block) {
    [KiiUser authenticateWithToken:token block:block];
}
