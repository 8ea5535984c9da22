/* Shows the image as a file system, over the protocol of the kernel's FUSE module. No libfuse is needed. */
#pragma once

/* Mounts an empty folder; returns the descriptor the kernel's requests come from, or -1 when there is no FUSE. */
int mount_image(const char *folder);

/* Answers requests until the file system is unmounted or the other end of the pipe `alive` is closed. */
void serve(int requests, int alive);

/* Unmounts and removes the folder. */
void unmount_image(const char *folder);
