import { zip } from "../../../src/bundler/write/zip.ts";

/** The offers of a hostile server, and the messages about them. */
export interface Lie {
  readonly bytes: Buffer;
  /** The facts in the signature, if they differ from the feed. */
  readonly bound?: {
    readonly version?: string;
    readonly target?: string;
    readonly expires?: number;
  };
  /** The downloaded content. Default: the signed content. */
  readonly given?: Buffer;
  readonly reason: string;
}

const fileOf = (path: string, text: string) =>
  ({ kind: "file", path, mode: 0o644, bytes: Buffer.from(text, "latin1") }) as const;
const setup = zip([fileOf("setup.exe", "MZ: a program")]);
/** By the name of the feed that tells it. */
export const lies: Readonly<Record<string, Lie>> = {
  "an-old-version": {
    bytes: setup,
    bound: { version: "1.1.0" },
    reason: 'Cannot install version "1.3.0": its signature is for version "1.1.0", not "1.3.0"',
  },
  "another-system": {
    bytes: setup,
    bound: { target: "linux-x86_64" },
    reason:
      'Cannot install version "1.3.0": its signature is for target "linux-x86_64", not "windows-x86_64"',
  },
  "one-that-has-ended": {
    bytes: setup,
    bound: { expires: 1 },
    reason:
      'Cannot install version "1.3.0": its signature was good until 1970-01-01; this machine\'s clock says',
  },
  "another-program": {
    bytes: setup,
    given: zip([fileOf("setup.exe", "MZ: another one")]),
    reason: 'Cannot install version "1.3.0": it differs from the signed file',
  },
  "a-beginning": {
    bytes: setup,
    given: setup.subarray(0, -30),
    reason: 'Cannot install version "1.3.0": it differs from the signed file',
  },
  "another-kind": {
    bytes: zip([fileOf("setup.msi", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")]),
    reason:
      "Cannot install the download: it is a package of Windows Installer, and the app was installed by a script installer",
  },
  "a-text": {
    bytes: Buffer.from("<html>"),
    reason: "Cannot install the download: it is no installer",
  },
  "a-library-beside": {
    bytes: zip([fileOf("a.exe", "MZ"), fileOf("b.dll", "MZ")]),
    reason: "Cannot install the download: it must hold one file",
  },
};
