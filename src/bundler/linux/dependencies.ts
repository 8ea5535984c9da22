import { linuxPackages } from "../../contract/shipped/linux-packages.ts";

// What an app needs. The runtime's own needs are glibc and no more; the toolkit is opened at run
// time.

const { libc, gtk, webkit } = linuxPackages;

/** The oldest glibc that Bun's executables run with. */
const glibc = "2.17";

/** What the runtime alone needs. */
export const debRuntimeDependencies = [`${libc.debian} (>= ${glibc})`];

/** Releases with a 64-bit time_t renamed GTK's package. */
export const debDependencies = [
  ...debRuntimeDependencies,
  `${gtk.debian} | ${gtk.debian}t64`,
  webkit.debian,
];

export const rpmRuntimeDependencies = [`${libc.library}(GLIBC_${glibc})(64bit)`];

/**
 * Distributions name the packages of these libraries differently; the libraries have one name
 * everywhere.
 */
export const rpmDependencies = [
  ...rpmRuntimeDependencies,
  `${gtk.library}()(64bit)`,
  `${webkit.library}()(64bit)`,
];
