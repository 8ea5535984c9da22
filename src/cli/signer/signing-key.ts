import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { isCancel, password as askPassword } from "@clack/prompts";
import { limits, readUserFile } from "../../disk/read.ts";
import { isEncrypted, openKey, type SigningKey } from "./minisign.ts";
import { keyVariable, passwordVariable } from "../../process/environment.ts";
import { isAttended, UserError, type Terminal } from "../terminal.ts";

export interface PasswordOptions {
  /** Asks no questions. */
  readonly ci?: boolean | undefined;
}

/**
 * The text of a secret key, given directly or by its file.
 * @throws UserError when it is no key
 */
export function secretKeyText({ cwd }: Terminal, given: string): string {
  const file = resolve(cwd, given);
  // A key is longer than any path.
  const isFile = given.length < 4096 && existsSync(file);
  const text = isFile ? readKey(file, given) : given;
  try {
    isEncrypted(text);
  } catch (error) {
    // Options that name a file have been checked before: this one comes from the variable.
    if (!isFile && looksLikePath(given))
      throw new UserError(
        `Cannot find "${given}", which ${keyVariable} names: want the file of a secret key, or the key itself`,
      );
    throw unusable(error);
  }
  return text;
}

function readKey(file: string, given: string): string {
  try {
    return readUserFile(file, { limit: limits.text }).toString("utf8");
  } catch (cause) {
    const reason = statSync(file).isDirectory() ? "it is a folder" : (cause as Error).message;
    throw new UserError(`Cannot read the secret key "${given}": ${reason}`, { cause });
  }
}

/** A path may be shown, but a possibly damaged key must stay secret. */
function looksLikePath(given: string): boolean {
  // Base64 also contains slashes, but no key begins with one.
  const mayBeKey = /^\s*untrusted comment:|\n|^[A-Za-z0-9+=][A-Za-z0-9+/=]{39,}$/.test(given);
  return !mayBeKey && /[/\\.~]/.test(given);
}

/**
 * Opens a secret key, with its password if it has one.
 * @throws UserError when it cannot be opened
 */
export async function openSecretKey(
  terminal: Terminal,
  text: string,
  options: PasswordOptions,
): Promise<SigningKey> {
  const given = process.env[passwordVariable];
  const isAlone = given === undefined && !mayAsk(terminal, options);
  const password = !isEncrypted(text)
    ? ""
    : (given ?? (isAlone ? "" : await askForPassword("Password of the key")));
  try {
    return openKey(text, password);
  } catch (error) {
    // Some tools encrypt with an empty password when none is wanted, so that is tried.
    if (isAlone)
      throw new UserError(`Cannot open the secret key: set ${passwordVariable} to its password`);
    throw unusable(error);
  }
}

function unusable(error: unknown): UserError {
  return new UserError(
    `Cannot use the secret key: ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** Whether a user is present for a question. */
export function mayAsk(terminal: Terminal, { ci }: PasswordOptions): boolean {
  return isAttended(terminal, ci) && process.stdin.isTTY;
}

export async function askForPassword(message: string): Promise<string> {
  const answer = await askPassword({ message });
  if (isCancel(answer)) throw new UserError("");
  return answer ?? "";
}
