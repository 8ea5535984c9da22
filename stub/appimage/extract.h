/* Writes the contents of the image to a disk. */
#pragma once

/* Extracts what matches a pattern (NULL: everything) below an empty folder of the user's; names each path when asked. */
void extract(const char *into, const char *pattern, int is_loud);

/* Removes a folder and everything in it. */
void remove_tree(const char *path);
