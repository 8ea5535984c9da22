import { documentPath } from "../project/documents.ts";
import { randomBytes } from "node:crypto";
import { createServer } from "node:net";
import { join } from "node:path";
import { readText } from "../../disk/read.ts";
import { makeFolder, writeFile } from "../../disk/write.ts";
import type { System } from "../../contract/target.ts";
import { UserError } from "../terminal.ts";
import { portOf } from "./port.ts";

/** The address for debuggers of the app's own code. */
export interface Inspector {
  /** `127.0.0.1:6499/…`, in the form of Bun's `--inspect`. */
  readonly place: string;
  /** For a debugger. */
  readonly address: string;
}

/** Bun's own. */
const defaultPort = 6499;

/**
 * Settles the address for debuggers of own code. The path is a secret, because other users of the
 * machine can reach the port. It stays the same for a project, so that an editor's settings may
 * contain it.
 *
 * @param given `true`: `--inspect` without a port
 * @param folder the tool's folder for development data
 * @throws UserError for a system without support, and for an unusable port
 */
export async function openInspector(
  given: string | true,
  folder: string,
  system: System,
): Promise<Inspector> {
  if (system === "macos")
    throw new UserError(
      `Cannot use --inspect on macOS: the debugger needs the main thread, which belongs to AppKit; see ${documentPath("debugging.md")}`,
    );
  const port = given === true ? defaultPort : portOf(given);
  if (!(await isFree(port)))
    throw new UserError(
      `Cannot use --inspect: another program has port ${port}; give another one, such as --inspect=${port + 1}`,
    );
  const place = `127.0.0.1:${port}/${secretOf(folder)}`;
  return { place, address: `ws://${place}` };
}

function secretOf(folder: string): string {
  const file = join(folder, "inspector");
  try {
    const secret = readText(file);
    if (/^[\da-f]{32}$/.test(secret)) return secret;
  } catch {
    // There is none yet.
  }
  const secret = randomBytes(16).toString("hex");
  makeFolder(folder);
  writeFile(file, secret, 0o600);
  return secret;
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once("error", () => resolve(false));
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  return promise;
}
