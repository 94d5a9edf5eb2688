// SwiftPM requires a source file in every C target; all code is in the header.
#include "CZlib.h"
