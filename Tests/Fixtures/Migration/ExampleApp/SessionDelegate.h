#import "AIAuthenticationDelegate.h"

@class AMZNLWAError;

@interface SessionDelegate : NSObject <NSCopying,
                                       AIAuthenticationDelegate>
@property (nonatomic, weak) id<AIAuthenticationDelegate> next;
@end
