import { basename, extname, posix } from "node:path";
import type { Entry } from "../../write/entries.ts";
import { imagesOf, isMachO } from "../../write/macho.ts";
import { readSource, type Source } from "../../write/source.ts";
import { parsePlist } from "../../write/property-list.ts";
import { codeResources, placeOfNested, type Sealed } from "./code-resources.ts";
import { entitlementsOf, signCode, type CodeSigner, type Seal } from "./code-signature.ts";
import type { Entitlements } from "./entitlements.ts";

/** A bundle: a folder with code that the system treats as one item. */
export interface CodeBundle {
  /** The folder of its Info.plist, its program and its parts: `My App.app/Contents`. */
  readonly base: string;
  /** The paths of its program and its Info.plist from there. */
  readonly program: string;
  readonly info: string;
  readonly identifier: string;
  readonly entitlements: Entitlements;
}

export interface BundleSigning {
  /** `null`: ad-hoc. */
  readonly by: CodeSigner | null;
  readonly isHardened: boolean;
  /** Additional entitlements of the other programs in the bundle. */
  readonly entitlements: Entitlements;
}

const LIST = "_CodeSignature/CodeResources";
const bundleEndings = new Set([".framework", ".app", ".xpc", ".bundle", ".plugin", ".appex"]);

/**
 * Signs all code in a bundle, from the inside out, and then the bundle, whose signature lists its
 * whole content.
 *
 * @param entries with the folders; paths begin with the bundle's
 */
export async function signBundle(
  entries: readonly Entry<Source>[],
  bundle: CodeBundle,
  signing: BundleSigning,
): Promise<Entry<Source>[]> {
  const signer = new BundleSigner(entries, signing);
  await signer.sign(bundle);
  return [...signer.entries.values()];
}

class BundleSigner {
  readonly entries: Map<string, Entry<Source>>;
  readonly #signing: BundleSigning;

  constructor(entries: readonly Entry<Source>[], signing: BundleSigning) {
    this.entries = new Map(entries.map((entry) => [entry.path, entry]));
    this.#signing = signing;
  }

  async sign({ base, program, info, identifier, entitlements }: CodeBundle): Promise<Seal> {
    const sealed: Sealed[] = [];
    const done = new Set<string>();
    for (const entry of this.#below(base)) {
      const path = entry.path.slice(base.length + 1);
      if (entry.kind === "folder" || path === program || path.startsWith("_CodeSignature/"))
        continue;
      const place = placeOfNested(path);
      const root = place === null ? null : bundleRoot(place, path);
      if (root !== null) {
        if (!done.has(root)) {
          const seal = await this.#signNested(`${base}/${root}`, identifier);
          sealed.push({ kind: "code", path: root, seal });
        }
        done.add(root);
      } else if (entry.kind === "link") {
        sealed.push({ kind: "link", path, to: entry.to });
      } else if (isMachO(entry.bytes)) {
        const name = basename(path, extname(path) === ".dylib" ? ".dylib" : "");
        const seal = await this.#signFile(entry.path, `${identifier}.${name}`);
        const signed = this.#file(entry.path);
        sealed.push(
          place === null ? { kind: "file", path, bytes: signed } : { kind: "code", path, seal },
        );
      } else if (place === null) {
        sealed.push({ kind: "file", path, bytes: entry.bytes });
      } else {
        throw new Error(
          `Cannot sign "${entry.path}": beside programs, macOS takes programs only; ship it among the resources`,
        );
      }
    }
    const list = codeResources(sealed.toSorted((one, other) => (one.path < other.path ? -1 : 1)));
    this.#put(`${base}/${LIST}`, list, 0o644);
    return this.#signFile(`${base}/${program}`, identifier, {
      entitlements,
      info: readSource(this.#file(`${base}/${info}`)),
      resources: list,
    });
  }

  /** A bundle in the bundle. */
  async #signNested(root: string, identifier: string): Promise<Seal> {
    const name = basename(root, extname(root));
    const base = this.#baseOf(root);
    const info = ["Info.plist", "Resources/Info.plist"].find((path) =>
      this.entries.has(`${base}/${path}`),
    );
    if (info === undefined) throw new Error(`Cannot sign "${root}": it must have an Info.plist`);
    const facts = parsePlist(readSource(this.#file(`${base}/${info}`)));
    const text = (key: string): string | null => {
      const value = facts[key];
      return typeof value === "string" ? value : null;
    };
    const executable = text("CFBundleExecutable") ?? name;
    const program = [executable, `MacOS/${executable}`].find((path) =>
      this.entries.has(`${base}/${path}`),
    );
    if (program === undefined)
      throw new Error(`Cannot sign "${root}": its program "${executable}" is not there`);
    return this.sign({
      base,
      program,
      info,
      identifier: text("CFBundleIdentifier") ?? `${identifier}.${name}`,
      entitlements: entitlementsOf(this.#file(`${base}/${program}`)),
    });
  }

  /** Frameworks keep their content under a version name, with a link to the current one. */
  #baseOf(root: string): string {
    const current = this.entries.get(`${root}/Versions/Current`);
    if (current?.kind === "link") return `${root}/Versions/${current.to.replace(/\/$/, "")}`;
    return this.entries.has(`${root}/Contents/Info.plist`) ? `${root}/Contents` : root;
  }

  async #signFile(
    path: string,
    identifier: string,
    bundle: {
      readonly entitlements: Entitlements;
      readonly info: Uint8Array;
      readonly resources: Uint8Array;
    } | null = null,
  ): Promise<Seal> {
    const entry = this.entries.get(path);
    const bytes = this.#file(path);
    try {
      const isProgram = imagesOf(bytes).some((image) => image.isProgram);
      const own = bundle?.entitlements ?? {
        ...entitlementsOf(bytes),
        ...this.#signing.entitlements,
      };
      const facts = {
        identifier,
        entitlements: isProgram ? own : {},
        isHardened: this.#signing.isHardened,
        info: bundle?.info ?? null,
        resources: bundle?.resources ?? null,
      };
      const signed = await signCode(bytes, facts, this.#signing.by);
      this.#put(path, signed.bytes, entry?.kind === "file" ? entry.mode : 0o755);
      return signed.seal;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`Cannot sign "${path}": ${reason}`, { cause });
    }
  }

  #below(base: string): Entry<Source>[] {
    return [...this.entries.values()].filter(({ path }) => path.startsWith(`${base}/`));
  }

  #file(path: string): Source {
    const entry = this.entries.get(path);
    if (entry?.kind === "link") {
      return this.#file(posix.join(posix.dirname(path), entry.to));
    }
    if (entry?.kind !== "file") throw new Error(`Cannot sign "${path}": it is not there`);
    return entry.bytes;
  }

  #put(path: string, bytes: Source, mode: number): void {
    this.entries.set(path, { kind: "file", path, mode, bytes });
  }
}

/**
 * The path of the bundle for an entry in a place of nested code; `null`: it is a file of its own.
 */
function bundleRoot(place: string, path: string): string | null {
  const names = path.slice(place.length).split("/");
  const index = names.findIndex(
    (name, at) => at < names.length - 1 && bundleEndings.has(extname(name)),
  );
  return index === -1 ? null : place + names.slice(0, index + 1).join("/");
}
