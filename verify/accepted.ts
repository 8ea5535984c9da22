import type { Artefact } from "./artefacts.ts";

/** A complaint that is known, and why nothing follows from it. */
export interface Accepted {
  readonly verifier: string;
  readonly line: RegExp;
  /** Default: whichever artefact. */
  readonly of?: Partial<Pick<Artefact, "kind">> & { readonly target?: string };
  readonly reason: string;
}

/**
 * Whatever is not in this list fails the run. An entry that no complaint needs any more fails it,
 * too.
 */
export const accepted: readonly Accepted[] = [
  {
    verifier: "LIEF, layout",
    line: /^IAT directory is not set$/,
    of: { kind: "nsis" },
    reason:
      "The program is the stub of NSIS as Debian builds it. The directory only tells where addresses of imports are; Windows finds them by the table of imports.",
  },
  {
    verifier: "LIEF, layout",
    line: /^section '__bun' offset \(0x[0-9a-f]+\) is misaligned \(align=0x4000\)$/,
    of: { target: "macos-x64" },
    reason:
      "`bun build --compile` itself writes it so for this processor, whose pages are of 4 KB. The segment is at such a page; kernel and dyld place segments, and do not read the alignment of sections.",
  },
  {
    verifier: "rcodesign (apple-codesign)",
    line: /^CMS error: missing further values \(at position 0\)$/,
    reason:
      "An ad-hoc signature has an empty block where others have a certificate, as Apple's `codesign` writes it too. All hashes of pages are right.",
  },
  {
    verifier: "lintian",
    line: /^W: \S+: hardening-no-(pie|relro) /,
    reason: "The program is Bun's, which is linked so.",
  },
  {
    verifier: "lintian",
    line: /^W: \S+: no-manual-page /,
    reason: "An app with windows has none.",
  },
  {
    verifier: "rpmlint",
    line: /: W: (unstripped-binary-or-object|position-independent-executable-suggested) /,
    reason: "The program is Bun's, which is linked so; stripping it would remove the app.",
  },
  {
    verifier: "rpmlint",
    line: /: E: no-signature$/,
    reason: "The author signs packages with the key of the repository that they go to: `rpmsign`.",
  },
  {
    verifier: "rpmlint",
    line: /: W: no-(manual-page-for-binary|documentation)\b/,
    reason: "An app with windows has none.",
  },
  {
    verifier: "rpmlint",
    line: /: E: no-(group-tag|changelogname-tag)$/,
    reason:
      'The group is "Unspecified", as `rpmbuild` writes it where a package names none; Fedora forbids the field. A changelog is that of a distribution\'s packager.',
  },
  {
    verifier: "rpmlint",
    line: /: W: invalid-license MIT$/,
    reason: "Debian's `rpmlint` comes without a list of licences, so that it knows none.",
  },
];
