#import <LoginWithAmazon/LoginWithAmazon.h>
