import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { openRoot } from "../../disk/roots.ts";
import { writeWhole } from "../../disk/write.ts";
import { statusAt } from "../../disk/status.ts";
import { generateKeys, signFile, type BoundFacts } from "./minisign.ts";
import { keyVariable, passwordVariable } from "../../process/environment.ts";
import { isSemver } from "../../contract/shipped/semver.ts";
import { architectures, systems, updatePlatform } from "../../contract/target.ts";
import { askForPassword, mayAsk, openSecretKey, secretKeyText } from "./signing-key.ts";
import { UserError, type Terminal } from "../terminal.ts";

export interface GenerateOptions {
  readonly writeKeys?: string | undefined;
  readonly force?: boolean | undefined;
  readonly ci?: boolean | undefined;
  /** The result as one JSON object on standard output. */
  readonly json?: boolean | undefined;
}

export interface SignOptions {
  readonly file: string;
  readonly privateKeyPath?: string | undefined;
  readonly appIdentifier?: string | undefined;
  readonly appVersion?: string | undefined;
  readonly appTarget?: string | undefined;
  readonly expires?: string | undefined;
  readonly ci?: boolean | undefined;
  /** The result as one JSON object on standard output. */
  readonly json?: boolean | undefined;
}

/** `framework signer generate`: a new pair of keys, in two files. */
export async function generateCommand(
  terminal: Terminal,
  options: GenerateOptions,
): Promise<number> {
  const { writeKeys, force = false } = options;
  if (writeKeys === undefined) {
    throw new UserError(
      "Cannot make keys: say where they go with --write-keys <file>, outside of the project",
    );
  }
  const secretFile = resolve(terminal.cwd, writeKeys);
  if (statusAt(secretFile)?.isDirectory() === true)
    throw new UserError(`Cannot write keys to "${writeKeys}": it is a folder; name a file in it`);
  if (!existsSync(dirname(secretFile)))
    throw new UserError(
      `Cannot write keys to "${writeKeys}": there is no folder "${dirname(secretFile)}"`,
    );
  const publicFile = `${secretFile}.pub`;
  const there = [secretFile, publicFile].filter((file) => existsSync(file));
  if (there.length > 0 && !force) {
    const names = there.map((file) => relative(terminal.cwd, file)).join(" and ");
    throw new UserError(
      `Cannot write ${names}: use --force to overwrite existing files; apps that know the old key refuse updates signed with the new one`,
    );
  }
  const password = await newPassword(terminal, options);
  const { secretKey, publicKey } = generateKeys(password);
  writeNamed(secretFile, secretKey, 0o600);
  writeNamed(publicFile, publicKey, 0o644);
  if (password === null) {
    terminal.err(`The secret key has no password: set ${passwordVariable} to give it one\n`);
  }
  if (options.json === true) {
    terminal.out(asJson({ secretKeyFile: secretFile, publicKeyFile: publicFile, publicKey }));
    return 0;
  }
  terminal.out(
    `${relative(terminal.cwd, secretFile)}  the secret key: keep it secret; it is for ${keyVariable}\n` +
      `${relative(terminal.cwd, publicFile)}  the public key: for framework.updater.pubkey\n`,
  );
  return 0;
}

/** `framework signer sign`: a signature beside a file. */
export async function signCommand(terminal: Terminal, options: SignOptions): Promise<number> {
  const file = resolve(terminal.cwd, options.file);
  if (!existsSync(file) || !statSync(file).isFile())
    throw new UserError(`Cannot sign "${options.file}": it must be a file`);
  const key = await openSecretKey(terminal, secretKey(terminal, options.privateKeyPath), options);
  const signature = await signFile(file, key, {
    ...signingTimes(sourceTime(), options.expires === undefined ? null : daysOf(options.expires)),
    app: options.appIdentifier === undefined ? null : checkedIdentifier(options.appIdentifier),
    version: options.appVersion === undefined ? null : checkedVersion(options.appVersion),
    target: options.appTarget === undefined ? null : checkedTarget(options.appTarget),
  });
  writeNamed(`${file}.sig`, signature, 0o644);
  const missing = [
    ...(options.appVersion === undefined ? ["--app-version"] : []),
    ...(options.appTarget === undefined ? ["--app-target"] : []),
  ];
  if (missing.length > 0) {
    terminal.err(
      `Apps refuse this signature for an update: give its purpose with ${missing.join(" and ")}\n`,
    );
  }
  terminal.out(
    options.json === true
      ? asJson({ signatureFile: `${file}.sig`, signature })
      : `${relative(terminal.cwd, `${file}.sig`)}\n`,
  );
  return 0;
}

function asJson(result: Readonly<Record<string, string>>): string {
  return `${JSON.stringify(result, null, 2)}\n`;
}

function secretKey(terminal: Terminal, path: string | undefined): string {
  const given = path ?? process.env[keyVariable];
  if (given === undefined || given === "") {
    throw new UserError(
      `Cannot sign without a key: name its file with --private-key-path, or set ${keyVariable}`,
    );
  }
  if (path !== undefined && !existsSync(resolve(terminal.cwd, path)))
    throw new UserError(`Cannot read the secret key "${path}": no such file`);
  return secretKeyText(terminal, given);
}

/** `null`: none is wanted. */
async function newPassword(terminal: Terminal, options: GenerateOptions): Promise<string | null> {
  const given = process.env[passwordVariable];
  if (given !== undefined) return given === "" ? null : given;
  if (!mayAsk(terminal, options)) return null;
  const first = await askForPassword("Password for the new key (empty: none)");
  if (first === "") return null;
  if ((await askForPassword("The same once more")) !== first)
    throw new UserError("Cannot make keys: the two passwords differ");
  return first;
}

// A version that no app has would be reported to all users as a refusal.

function checkedVersion(version: string): string {
  if (isSemver(version)) return version;
  throw new UserError(
    `Cannot sign with --app-version "${version}": it must be a version as semver.org has it, such as 1.2.0`,
  );
}

function checkedIdentifier(identifier: string): string {
  if (/^[A-Za-z0-9.-]+$/.test(identifier)) return identifier;
  throw new UserError(
    `Cannot sign with --app-identifier "${identifier}": it must be the app's bundle.identifier, letters, digits, "." and "-"`,
  );
}

function checkedTarget(target: string): string {
  if (targets.includes(target)) return target;
  const wanted = targets.map((one) => `"${one}"`).join(", ");
  throw new UserError(`Cannot sign with --app-target "${target}": it must be one of ${wanted}`);
}

const targets = systems.flatMap((system) =>
  architectures.map((architecture) => updatePlatform({ system, architecture })),
);

function daysOf(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new UserError(
    `Cannot sign with --expires "${text}": it must be a number of days, 1 or more`,
  );
}

/** As for all output: the time of the sources when it is given. */
function sourceTime(): number {
  const given = process.env["SOURCE_DATE_EPOCH"];
  return given !== undefined && /^\d+$/.test(given) ? Number(given) : now();
}

/**
 * The signing time, and the time until which the signature counts as the newest without a renewal.
 * @param sources the time of the signed sources
 * @param days the number of days for which it is the newest; `null`: indefinitely
 */
export function signingTimes(
  sources: number,
  days: number | null,
): Pick<BoundFacts, "time" | "expires"> {
  if (days === null) return { time: sources, expires: null };
  // Counted from the time of old sources, the days could be over already; and apps determine by
  // this time which of two signatures of a version is newer.
  const time = now();
  return { time, expires: time + days * 86_400 };
}

/** In seconds since 1970. */
function now(): number {
  return Math.floor(Date.now() / 1000);
}

/**
 * A new file, so that it never has the permissions of an old one, and is either complete or
 * missing.
 */
function writeNamed(path: string, text: string, mode: number): void {
  try {
    // The user has named this path.
    writeWhole(join(openRoot(dirname(path)), basename(path)), text, mode);
  } catch (cause) {
    throw new UserError(
      `Cannot write "${path}": ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
}
