import type { Packages } from "../../library.ts";

// GLib, GDK and libsoup come with the two packages an app names itself, so the advice names those.
export const libcPackages: Packages = { debian: "libc6", fedora: "glibc", arch: "glibc" };
export const gtkPackages: Packages = { debian: "libgtk-3-0", fedora: "gtk3", arch: "gtk3" };
export const webkitPackages: Packages = {
  debian: "libwebkit2gtk-4.1-0",
  fedora: "webkit2gtk4.1",
  arch: "webkit2gtk-4.1",
};
