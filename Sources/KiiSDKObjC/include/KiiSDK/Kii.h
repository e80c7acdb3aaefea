#import <KiiSDK/KiiSDK.h>
