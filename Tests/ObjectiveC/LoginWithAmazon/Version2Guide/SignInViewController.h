// The view controller of the page's code, which shows only its methods.

#import <UIKit/UIKit.h>

@interface SignInViewController : UIViewController
- (void)showLogInPage;
@end
