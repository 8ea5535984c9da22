#pragma once

enum { LOCK_EX = 2, LOCK_NB = 4 };

int flock(int, int);
