import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../harness/temp-dir.ts";
import { liefVersion, missingLief, runLief } from "../test/support/loader/lief.ts";
import type { Artefact, ArtefactKind } from "./artefacts.ts";
import { freedesktopComplaints, mainProgram, unpacked } from "./contents.ts";
import { msiReader, rcodesign, rcodesignVersion } from "./places.ts";
import { ask, failure, missingProgram, versionIn, type Verifier } from "./verifier.ts";

const is =
  (...kinds: readonly ArtefactKind[]) =>
  ({ kind }: Artefact): boolean =>
    kinds.includes(kind);

/** The kinds of executables, by LIEF's names. */
const executables = { linux: "ELF", windows: "PE", macos: "MachO" } as const;

/**
 * The lines of a linter that begin with a package's name and the letter of an error or a warning.
 */
const lint = (command: readonly string[], line: RegExp): readonly string[] => {
  const { code, lines } = ask(command);
  const found = lines.filter((one) => line.test(one));
  return code !== 0 && found.length === 0
    ? [`"${command[0]}" ended with ${code}`, ...lines.slice(-3)]
    : found;
};

/** THE TABLE OF VERIFIERS: independent programs that check our artefacts. */
export const verifiers: readonly Verifier[] = [
  {
    name: "LIEF, layout",
    checks: "headers, sections and segments, by the rules of the system's loader",
    missing: () => missingLief,
    version: liefVersion,
    judges: is("executable", "nsis", "app", "appimage"),
    complaints: (artefact) =>
      runLief("check_layout", executables[artefact.target.system], mainProgram(artefact)),
  },
  {
    name: "LIEF, Authenticode",
    checks: "the digest and the signature in an executable of Windows",
    missing: () => missingLief,
    version: liefVersion,
    judges: ({ kind, target }) =>
      target.system === "windows" && (kind === "executable" || kind === "nsis"),
    complaints: ({ path }) => runLief("verify_signature", "PE", path),
  },
  {
    name: "osslsigncode",
    checks: "Authenticode, with the chain up to its root",
    missing: () => missingProgram("osslsigncode"),
    version: () => versionIn(["osslsigncode", "--version"]),
    judges: ({ kind, target }) =>
      target.system === "windows" && ["executable", "nsis", "msi"].includes(kind),
    complaints: ({ path }, { windowsRoot }) =>
      failure([
        "osslsigncode",
        "verify",
        "-CAfile",
        windowsRoot,
        "-TSA-CAfile",
        windowsRoot,
        "-in",
        path,
      ]),
  },
  {
    name: "msitools",
    checks: "the database of a package, and that its files can be unpacked",
    missing: () => missingProgram("msiinfo", "msiextract"),
    version: () => versionIn(["msiinfo", "--version"]),
    judges: is("msi"),
    complaints: ({ path }) => {
      using folder = tempDir();
      return [
        ...failure(["msiinfo", "suminfo", path]),
        ...failure(["msiinfo", "streams", path]),
        ...failure(["msiextract", "--directory", folder.path, path]),
      ];
    },
  },
  {
    name: "Rust crates msi and cab",
    checks: "every row, stream and file of a package, and the sizes of files",
    missing: () => (existsSync(msiReader) ? null : "it was not built: no cargo, or no crates.io"),
    version: () => {
      const lock = readFileSync(join(import.meta.dir, "msi-reader/Cargo.lock"), "utf8");
      return ["msi", "cab"]
        .map(
          (name) => new RegExp(`name = "${name}"\nversion = "(.*)"`).exec(lock)?.[1] ?? "unknown",
        )
        .join(" and ");
    },
    judges: is("msi"),
    complaints: ({ path }) => {
      const { code, lines } = ask([msiReader, path]);
      return code === 0 ? lines : [`it ended with ${code}`, ...lines];
    },
  },
  {
    name: "rcodesign (apple-codesign)",
    checks: "the signature of a Mac's program: each hash of its pages",
    missing: () => (existsSync(rcodesign) ? null : "it was not built: no cargo, or no crates.io"),
    version: () => rcodesignVersion,
    judges: ({ kind, target }) =>
      target.system === "macos" && (kind === "executable" || kind === "app"),
    complaints: (artefact) =>
      ask([rcodesign, "verify", mainProgram(artefact)]).lines.filter(
        (line) =>
          !line.startsWith("(the verify command") && !line.startsWith("Error: problems reported"),
      ),
  },
  {
    name: "plistutil",
    checks: "the property lists of an app bundle",
    missing: () => missingProgram("plistutil"),
    version: () => versionIn(["plistutil", "--version"]),
    judges: is("app"),
    complaints: ({ path }) =>
      ["Contents/Info.plist", "Contents/_CodeSignature/CodeResources"].flatMap((file) =>
        failure(["plistutil", "-i", join(path, file), "-o", "/dev/null"]),
      ),
  },
  {
    name: "fsck.hfsplus",
    checks: "the file system of a disk image",
    missing: () => missingProgram("fsck.hfsplus", "7z"),
    version: () => versionIn(["fsck.hfsplus", "-v"]),
    judges: is("dmg"),
    complaints: ({ path }) => {
      using folder = tempDir();
      const failed = failure(["7z", "x", "-tdmg", `-o${folder.path}`, path]);
      const [volume] = globSync(join(folder.path, "*.hfs*"));
      if (volume === undefined) return [...failed, "no file system was found in it"];
      return failure(["fsck.hfsplus", "-fn", volume]);
    },
  },
  {
    name: "7-Zip",
    checks: "that all of an archive, installer or image can be unpacked, with its checksums",
    missing: () => missingProgram("7z"),
    version: () => versionIn(["7z"]),
    judges: ({ kind, target }) =>
      ["nsis", "msi", "deb", "rpm", "dmg", "update archive"].includes(kind) ||
      target.system === "macos"
        ? kind !== "app" && kind !== "executable" && kind !== "signature"
        : false,
    complaints: ({ path }) => failure(["7z", "t", "-bd", path]),
  },
  {
    name: "tar and gzip",
    checks: "what an update is unpacked from",
    missing: () => missingProgram("tar", "gzip"),
    version: () => versionIn(["tar", "--version"]),
    judges: ({ kind, path }) => kind === "update archive" && path.endsWith(".tar.gz"),
    complaints: ({ path }) => failure(["tar", "--list", "--gzip", "--file", path]),
  },
  {
    name: "minisign",
    checks: "the signature of an update",
    missing: () => missingProgram("minisign"),
    version: () => versionIn(["minisign", "-v"]),
    judges: is("signature"),
    complaints: ({ path }, { updateKey }) => {
      using folder = tempDir();
      const lines = (base64: string): Buffer => Buffer.from(base64, "base64");
      const signature = join(folder.path, "update.minisig");
      writeFileSync(signature, lines(readFileSync(path, "utf8")));
      const key = lines(updateKey).toString().split("\n")[1] ?? "";
      return failure([
        "minisign",
        "-Vm",
        path.slice(0, -".sig".length),
        "-x",
        signature,
        "-P",
        key,
      ]);
    },
  },
  {
    name: "dpkg-deb",
    checks: "control data and files of a package, in its own system's reading",
    missing: () => missingProgram("dpkg-deb"),
    version: () => versionIn(["dpkg-deb", "--version"]),
    judges: is("deb"),
    complaints: (artefact) => {
      using folder = tempDir();
      return [
        ...failure(["dpkg-deb", "--info", artefact.path]),
        ...unpacked(artefact, folder.path),
      ];
    },
  },
  {
    name: "lintian",
    checks: "Debian's policy: errors and warnings",
    missing: () => missingProgram("lintian"),
    version: () => versionIn(["lintian", "--print-version"]),
    judges: is("deb"),
    complaints: ({ path }) =>
      lint(["lintian", "--allow-root", "--tag-display-limit", "0", path], /^[EW]: /),
  },
  {
    name: "rpm",
    checks: "the digests of a package, in its own system's reading",
    missing: () => missingProgram("rpm", "rpm2cpio", "cpio"),
    version: () => versionIn(["rpm", "--version"]),
    judges: is("rpm"),
    complaints: (artefact) => {
      using folder = tempDir();
      return [...failure(["rpm", "--checksig", artefact.path]), ...unpacked(artefact, folder.path)];
    },
  },
  {
    name: "rpmlint",
    checks: "the policy of rpm's systems: errors and warnings",
    missing: () => missingProgram("rpmlint"),
    version: () => versionIn(["rpmlint", "--version"]),
    judges: is("rpm"),
    complaints: ({ path }) => lint(["rpmlint", path], /: [EW]: /),
  },
  {
    name: "unsquashfs",
    checks: "the file system of an AppImage, every block",
    missing: () => missingProgram("unsquashfs"),
    version: () => versionIn(["unsquashfs", "-version"]),
    judges: is("appimage"),
    complaints: (artefact) => {
      using folder = tempDir();
      return unpacked(artefact, folder.path);
    },
  },
  {
    name: "appimagelint",
    checks: "what an AppImage needs of a system",
    missing: () => missingProgram("appimagelint"),
    version: () => versionIn(["appimagelint", "--version"]),
    judges: is("appimage"),
    complaints: ({ path }) => failure(["appimagelint", path]),
  },
  {
    name: "desktop-file-validate, appstreamcli",
    checks: "menu entries, and descriptions for stores",
    missing: () =>
      missingProgram("desktop-file-validate", "appstreamcli", "dpkg-deb", "rpm2cpio", "unsquashfs"),
    version: () => versionIn(["appstreamcli", "--version"]),
    judges: is("deb", "rpm", "appimage"),
    complaints: freedesktopComplaints,
  },
];
