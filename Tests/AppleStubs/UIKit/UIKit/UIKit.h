// The import of Objective-C sources.
#include "../UIKit.h"
