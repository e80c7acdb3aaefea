#import <UIKit/UIKit.h>

/// The screen that signs the user in, shows the profile and signs the user out.
@interface ViewController : UIViewController

@end
