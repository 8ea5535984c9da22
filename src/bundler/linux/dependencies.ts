import { linuxPackages } from "../../contract/shipped/linux-packages.ts";

// The dependencies of an app. The runtime itself needs only glibc; the toolkit is opened at run
// time.

const { libc, gtk, webkit } = linuxPackages;

/** The oldest glibc that Bun's executables support. */
const glibc = "2.17";

/** The dependencies of the runtime alone. */
export const debRuntimeDependencies = [`${libc.debian} (>= ${glibc})`];

/** Releases with a 64-bit time_t renamed GTK's package. */
export const debDependencies = [
  ...debRuntimeDependencies,
  `${gtk.debian} | ${gtk.debian}t64`,
  webkit.debian,
];

export const rpmRuntimeDependencies = [`${libc.library}(GLIBC_${glibc})(64bit)`];

/**
 * Distributions name the packages of these libraries differently; the library names are the same
 * everywhere.
 */
export const rpmDependencies = [
  ...rpmRuntimeDependencies,
  `${gtk.library}()(64bit)`,
  `${webkit.library}()(64bit)`,
];
