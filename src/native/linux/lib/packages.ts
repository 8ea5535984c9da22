import { linuxPackages } from "../../../contract/shipped/linux-packages.ts";

// GLib, GDK and libsoup are dependencies of the two packages that an app names itself, so the
// advice names those.
export const { libc: libcPackages, gtk: gtkPackages, webkit: webkitPackages } = linuxPackages;
