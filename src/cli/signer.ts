import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { isCancel, password as askPassword } from "@clack/prompts";
import { generateKeys, isEncrypted, openKey, signFile, type SigningKey } from "./minisign.ts";
import { keyVariable, passwordVariable } from "./secrets.ts";
import { UserError, type Terminal } from "./terminal.ts";

export interface GenerateOptions {
  readonly writeKeys?: string | undefined;
  readonly force?: boolean | undefined;
  readonly ci?: boolean | undefined;
}

export interface SignOptions {
  readonly file: string;
  readonly privateKeyPath?: string | undefined;
  readonly appVersion?: string | undefined;
  readonly appTarget?: string | undefined;
  readonly ci?: boolean | undefined;
}

/** `framework signer generate`: a new pair of keys, in two files. */
export async function generateCommand(terminal: Terminal, options: GenerateOptions): Promise<number> {
  const { writeKeys, force = false } = options;
  if (writeKeys === undefined) {
    throw new UserError(
      "Cannot make keys: say where they go with --write-keys <file>, outside of the project",
    );
  }
  const secretFile = resolve(terminal.cwd, writeKeys);
  const publicFile = `${secretFile}.pub`;
  const there = [secretFile, publicFile].filter((file) => existsSync(file));
  if (there.length > 0 && !force) {
    const names = there.map((file) => relative(terminal.cwd, file)).join(" and ");
    throw new UserError(
      `Cannot write ${names}: use --force to write over what is there; apps that know the old key refuse updates signed with the new one`,
    );
  }
  const password = await newPassword(terminal, options);
  const { secretKey, publicKey } = generateKeys(password);
  writeWhole(secretFile, secretKey, 0o600);
  writeWhole(publicFile, publicKey, 0o644);
  if (password === null) {
    terminal.err(`The secret key has no password: set ${passwordVariable} to give it one\n`);
  }
  terminal.out(
    `${relative(terminal.cwd, secretFile)}  the secret key: keep it, and tell nobody; it is for ${keyVariable}\n` +
      `${relative(terminal.cwd, publicFile)}  the public key: for framework.updater.pubkey\n`,
  );
  return 0;
}

/** `framework signer sign`: a signature beside a file. */
export async function signCommand(terminal: Terminal, options: SignOptions): Promise<number> {
  const file = resolve(terminal.cwd, options.file);
  if (!existsSync(file) || !statSync(file).isFile())
    throw new UserError(`Cannot sign "${options.file}": it must be a file`);
  const key = await signingKey(terminal, options);
  const signature = await signFile(file, key, {
    time: signingTime(),
    version: options.appVersion ?? null,
    target: options.appTarget ?? null,
  });
  writeWhole(`${file}.sig`, signature, 0o644);
  terminal.out(`${relative(terminal.cwd, `${file}.sig`)}\n`);
  return 0;
}

async function signingKey(terminal: Terminal, options: SignOptions): Promise<SigningKey> {
  const text = secretKey(terminal, options.privateKeyPath);
  try {
    const password = isEncrypted(text) ? await knownPassword(terminal, options) : "";
    return openKey(text, password);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `Cannot use the secret key: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function secretKey({ cwd }: Terminal, path: string | undefined): string {
  const variable = process.env[keyVariable];
  const given = path ?? variable;
  if (given === undefined || given === "") {
    throw new UserError(
      `Cannot sign without a key: name its file with --private-key-path, or set ${keyVariable}`,
    );
  }
  const file = resolve(cwd, given);
  // The variable may hold the key itself, which is longer than any path.
  if (given.length < 4096 && existsSync(file)) return readFileSync(file, "utf8");
  if (path !== undefined) throw new UserError(`Cannot read the secret key "${path}": no such file`);
  return given;
}

/** `null`: none is wanted. */
async function newPassword(terminal: Terminal, { ci = false }: GenerateOptions): Promise<string | null> {
  const given = process.env[passwordVariable];
  if (given !== undefined) return given === "" ? null : given;
  if (ci || process.env["CI"] || !isAsked(terminal)) return null;
  const first = await ask("Password for the new key (empty: none)");
  if (first === "") return null;
  if ((await ask("The same once more")) !== first)
    throw new UserError("Cannot make keys: the two passwords differ");
  return first;
}

async function knownPassword(terminal: Terminal, { ci = false }: SignOptions): Promise<string> {
  const given = process.env[passwordVariable];
  if (given !== undefined) return given;
  if (ci || process.env["CI"] || !isAsked(terminal)) {
    throw new UserError(`Cannot open the secret key: set ${passwordVariable} to its password`);
  }
  return await ask("Password of the key");
}

function isAsked({ isWatched }: Terminal): boolean {
  return isWatched === true && process.stdin.isTTY;
}

async function ask(message: string): Promise<string> {
  const answer = await askPassword({ message });
  if (isCancel(answer)) throw new UserError("");
  return answer ?? "";
}

/** As everything that is made: the time of the sources when it is given. */
function signingTime(): number {
  const given = process.env["SOURCE_DATE_EPOCH"];
  return given !== undefined && /^\d+$/.test(given) ? Number(given) : Math.floor(Date.now() / 1000);
}

/** A new file, so that it never has the rights of an old one, and is whole or not there. */
function writeWhole(path: string, text: string, mode: number): void {
  const temporary = `${path}.part`;
  rmSync(temporary, { force: true });
  try {
    writeFileSync(temporary, text, { mode, flag: "wx" });
    renameSync(temporary, path);
  } catch (cause) {
    rmSync(temporary, { force: true });
    throw new UserError(`Cannot write "${path}": ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
