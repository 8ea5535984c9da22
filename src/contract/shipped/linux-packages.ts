interface LinuxPackages {
  /** The library file that programs load; its name is the same in every distribution. */
  readonly library: string;
  readonly debian: string;
  readonly fedora: string;
  readonly suse: string;
  readonly arch: string;
}

/**
 * The libraries that an app needs on Linux, and the packages that provide them.
 * `tools/system-packages.mjs` names the engine once more: any Node.js runs it before dependencies
 * are installed, so it can import no TypeScript.
 */
export const linuxPackages = {
  libc: { library: "libc.so.6", debian: "libc6", fedora: "glibc", suse: "glibc", arch: "glibc" },
  gtk: {
    library: "libgtk-3.so.0",
    debian: "libgtk-3-0",
    fedora: "gtk3",
    suse: "libgtk-3-0",
    arch: "gtk3",
  },
  webkit: {
    library: "libwebkit2gtk-4.1.so.0",
    debian: "libwebkit2gtk-4.1-0",
    fedora: "webkit2gtk4.1",
    suse: "libwebkit2gtk-4_1-0",
    arch: "webkit2gtk-4.1",
  },
} as const satisfies Readonly<Record<string, LinuxPackages>>;
