// SwiftPM wants a source file in every C target; everything stands in the header.
#include "CZlib.h"
