import { linuxPackages } from "../../contract/shipped/linux-packages.ts";

// What a compiled app needs. Its own needs are glibc and no more; the toolkit is opened at run time.

const { libc, gtk, webkit } = linuxPackages;

/** The oldest glibc that Bun's executables run with. */
const glibc = "2.17";

/** Releases with a 64-bit time_t renamed GTK's package. */
export const debDependencies = [
  `${libc.debian} (>= ${glibc})`,
  `${gtk.debian} | ${gtk.debian}t64`,
  webkit.debian,
];

/** Distributions name the packages of these libraries differently; the libraries have one name everywhere. */
export const rpmDependencies = [
  `${libc.library}(GLIBC_${glibc})(64bit)`,
  `${gtk.library}()(64bit)`,
  `${webkit.library}()(64bit)`,
];
