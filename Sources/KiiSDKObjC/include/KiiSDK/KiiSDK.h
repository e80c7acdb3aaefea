// The Objective-C interface of the module, under the name of the vendor's umbrella header: the generated header with
// the classes and enumerations, and the block types, which Swift cannot generate.
#ifndef KII_SDK_H
#define KII_SDK_H

#if __OBJC__

#import <Foundation/Foundation.h>

#if __has_feature(modules)
@import KiiSDK;
#else
#import "KiiSDK-Swift.h"
#endif

typedef void (^KiiUserBlock)(KiiUser *_Nullable user, NSError *_Nullable error);
typedef void (^KiiErrorBlock)(NSError *_Nullable error);

#endif // __OBJC__

#endif // KII_SDK_H
