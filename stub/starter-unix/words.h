/* What the window says, the same on each system. */
#pragma once

#include "load.h"

enum { WORDS_ROOM = 5120 };

/* What is loaded, and for whom. */
void words_of_purpose(char words[WORDS_ROOM], const struct conf *conf);

/* How far it is. */
void words_of_progress(char words[WORDS_ROOM], const struct load *load, int phase);

/* Why it failed, and what to do about it. */
void words_of_problem(char words[WORDS_ROOM], const struct load *load);
