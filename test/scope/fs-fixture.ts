import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { baseDirectories as variables, type BaseDirectoryName } from "../../src/contract/paths.ts";
import { scopeParts, type PathScope } from "../../src/contract/patterns/path-scope.ts";
import type { FrameworkError } from "../../src/contract/errors.ts";
import type { CommandArgs } from "../../src/contract/commands/index.ts";
import type { BaseDirectories } from "../../src/app/paths/base-directories.ts";
import { fs } from "../../src/app/commands/fs.ts";
import type { CommandContext } from "../../src/app/calls/context.ts";
import { LockTable } from "../../src/app/calls/lock-table.ts";
import { FsScope } from "../../src/app/scope/fs.ts";
import { OwnPlaces } from "../../src/app/scope/own-places.ts";
import { Grants } from "../../src/app/scope/grants/grants.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { thisHost, type Host } from "../../src/app/process/host.ts";
import { systemHere, testWithout } from "../support/each-system.ts";
import { macHost } from "../support/macos/mac-host.ts";

/** A test for Linux and for macOS: the files of this machine are found by the rules of each. */
export const testOfPosix = testWithout(["windows"], "paths are those of this machine");

export type FsCommand = keyof typeof fs;

/** The commands of the fs module, with a scope of their own, in a folder. */
export interface FsCommands {
  /** The real path of the folder all is in. */
  readonly root: string;
  readonly scope: FsScope;
  readonly grants: Grants;
  readonly context: CommandContext;
  /** The result of a command, or the code and message of its rejection. The root is written `~`. */
  readonly run: <N extends FsCommand>(command: N, args: CommandArgs<N>) => Promise<unknown>;
  readonly at: (path: string) => string;
}

export type FsFixture = FsCommands & Disposable;

/**
 * Real files in a folder of their own. `"a -> ../b"` is a link, `"a/"` an empty folder. `~` in the
 * scope is that folder.
 */
export function fsFixture(
  files: Readonly<Record<string, string | Uint8Array>> | readonly string[],
  scope: PathScope,
  variable: Partial<Record<BaseDirectoryName, string>> = {},
  own: readonly string[] = [],
): FsFixture {
  const contents = Array.isArray(files)
    ? Object.fromEntries(
        files.filter((file) => !/ -> |\/$/.test(file)).map((file) => [file, `text of ${file}`]),
      )
    : (files as Record<string, string>);
  const folder = tempDir(contents);
  const at = (path: string) => join(folder.path, path);
  for (const entry of Array.isArray(files) ? (files as string[]) : []) {
    const [path = "", target] = entry.split(" -> ");
    if (target === undefined && !path.endsWith("/")) continue;
    mkdirSync(target === undefined ? at(path) : dirname(at(path)), { recursive: true });
    if (target !== undefined) symlinkSync(target.replace(/^~/, folder.path), at(path));
  }

  const commands = fsCommandsIn(folder.path, scope, variable, undefined, own);
  return { ...commands, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

/** The commands in a folder that is there already. `~` in the scope is that folder. */
export function fsCommandsIn(
  root: string,
  scope: PathScope,
  variable: Partial<Record<BaseDirectoryName, string>> = {},
  host: Host = systemHere() === "macos" ? macHost() : thisHost("linux"),
  /** The calls to run. */
  own: readonly string[] = [],
): FsCommands {
  const at = (path: string) => join(root, path);
  const { allow, deny, requireLiteralLeadingDot } = scopeParts(scope);
  const here = (patterns: readonly string[]) =>
    patterns.map((pattern) => pattern.replace(/^~/, root));
  const grants = new Grants(host);
  const folders = Object.fromEntries(
    variables.map((name) => [name, variable[name] === undefined ? null : at(variable[name])]),
  ) as unknown as BaseDirectories;
  const fsScope = new FsScope({
    scope: { allow: here(allow), deny: here(deny), requireLiteralLeadingDot },
    folders,
    grants,
    denied: [],
    ...host,
  });
  const context = {
    sender: { window: "main", document: 1, origin: "framework://localhost" },
    room: null,
    uses: null,
    signal: new AbortController().signal,
    services: {
      fsScope,
      grants,
      ownPlaces: new OwnPlaces({
        find: () => own.map(at).map((path) => ({ path, isMeant: null })),
        ...host,
      }),
      baseDirectories: folders,
      host,
      locks: new LockTable(),
      exit: { waitFor() {} },
    },
  } as unknown as CommandContext;

  const run: FsCommands["run"] = async (command, args) => {
    try {
      return withoutRoot(
        await (fs[command] as (args: unknown, context: CommandContext) => unknown)(args, context),
        root,
      );
    } catch (error) {
      const { code, message } = error as FrameworkError;
      return withoutRoot(`${code}: ${message}`, root);
    }
  };
  return { root, scope: fsScope, grants, context, run, at };
}

function withoutRoot(value: unknown, root: string): unknown {
  if (typeof value === "string") return value.replaceAll(root, "~");
  if (value instanceof Uint8Array || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item) => withoutRoot(item, root));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutRoot(item, root)]),
  );
}
