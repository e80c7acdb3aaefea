// The import of Objective-C sources.
#include "../AppKit.h"
