// The import of Objective-C sources.
#include "../WebKit.h"
