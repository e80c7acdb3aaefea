@interface Sample : NSObject
- (void)showMessage:(NSString *)message;
@end
