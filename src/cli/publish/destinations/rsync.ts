import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { readText } from "../../../disk/read.ts";
import { removeFile, writeFile } from "../../../disk/write.ts";
import { environmentForOthers } from "../../../process/environment.ts";
import { ended, exitCodeOf } from "../../programs/hooks.ts";
import type { Programs } from "../../programs/programs.ts";
import { UserError } from "../../terminal.ts";
import { relativeLink, type Content, type Destination } from "./destination.ts";

/** Files are readable for a web server, and missing folders are made. */
const options = ["--times", "--mkpath", "--chmod=D755,F644", "--"] as const;

/** The exit code of rsync for a missing file. */
const missing = 23;

/** A folder of another machine. It needs `rsync` 3.2.3 or later for `--mkpath`. */
export function rsyncDestination(address: string, programs: Programs): Destination {
  const at = (path: string): string => `${address.replace(/\/+$/, "")}/${path}`;
  const scratch = (path: string): string => join(programs.folder, basename(path));
  return {
    name: address,
    async read(path) {
      const copy = scratch(path);
      const { code, printed } = await rsync(programs, [at(path), copy]);
      if (code === missing) return null;
      if (code !== 0) throw failure(`read "${at(path)}"`, code, printed);
      const text = existsSync(copy) ? readText(copy) : null;
      removeFile(copy);
      return text;
    },
    async put(path, content) {
      const { code, printed } = await withFile(content, scratch(path), (file) =>
        rsync(programs, [file, at(path)]),
      );
      if (code !== 0) throw failure(`write "${at(path)}"`, code, printed);
    },
    link: relativeLink,
  };
}

async function withFile<T>(
  content: Content,
  copy: string,
  run: (file: string) => Promise<T>,
): Promise<T> {
  if ("file" in content) return await run(content.file);
  writeFile(copy, content.text);
  try {
    return await run(copy);
  } finally {
    removeFile(copy);
  }
}

function failure(action: string, code: number, printed: string): UserError {
  return new UserError(`Cannot ${action}: rsync ended with ${code}\n${printed.trim()}`.trimEnd());
}

async function rsync(
  programs: Programs,
  args: readonly string[],
): Promise<{ readonly code: number; readonly printed: string }> {
  const program = Bun.which("rsync");
  if (program === null)
    throw new UserError('Cannot publish by rsync: it is not in PATH; install the package "rsync"');
  const tree = programs.start(program, [...options, ...args], {
    env: environmentForOthers(),
    // ssh asks for passwords on the terminal itself.
    stdio: ["ignore", "pipe", "pipe"],
    isInOurGroup: true,
  });
  let printed = "";
  for (const stream of [tree.first.stdout, tree.first.stderr])
    stream?.on("data", (bytes: Buffer) => (printed += bytes.toString()));
  const { code, signal } = await ended(tree, "rsync");
  return { code: exitCodeOf(code, signal), printed };
}
