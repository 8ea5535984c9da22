/* The window that is shown while the runtime is got. */
#pragma once

#include "load.h"

/* Opens the toolkit and a window that shows what `load` does, which it begins. `program` is the app's name for the
 * system. Returns the exit code: 0 when the runtime is there. */
int window_load(struct load *load, const char *program);

/* Shows a sentence, until the window is closed. Does nothing without a display. */
void window_tell(const char *program, const char *sentence);
