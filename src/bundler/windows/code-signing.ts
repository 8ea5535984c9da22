import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { environmentForOthers } from "../../process/environment.ts";
import { writeNamed } from "../output.ts";
import type { WindowsSettings } from "../settings.ts";
import type { Signer } from "../signing/certificate.ts";
import { digests, type Digest } from "../signing/signed-data.ts";
import { fileSource, piecesOf } from "../write/source.ts";
import { signExecutable, type AuthenticodeOptions } from "./authenticode.ts";

/** Signs code for Windows. */
export interface CodeSigning {
  /**
   * Signs a file in place.
   * @throws Error naming the file
   */
  sign(path: string): Promise<void>;
  /**
   * The options of signing by a certificate, for formats with a signature of their own; `null`:
   * signing by a command.
   */
  readonly options: AuthenticodeOptions | null;
}

export type SigningSettings = Pick<
  WindowsSettings,
  "digestAlgorithm" | "timestampUrl" | "tsp" | "signCommand"
>;

/** The digest of a setting: `sha256`, `SHA-256`. @throws Error when Windows does not support it */
export function digestOf(named: string | null): Digest {
  const name = (named ?? "sha256").toLowerCase().replaceAll(/[-_]/g, "");
  if (name in digests) return name as Digest;
  throw new Error(`Cannot sign with "${named}": use ${Object.keys(digests).join(", ")}`);
}

/** Signing by a certificate. */
export function signingBy(
  signer: Signer,
  { digestAlgorithm, timestampUrl, tsp }: SigningSettings,
  { program, homepage }: Pick<AuthenticodeOptions, "program" | "homepage">,
): CodeSigning {
  const options: AuthenticodeOptions = {
    signer,
    digest: digestOf(digestAlgorithm),
    timeStamp: timestampUrl === null ? null : { address: timestampUrl, tsp },
    program,
    homepage,
    time: null,
  };
  return {
    options,
    async sign(path) {
      try {
        writeNamed(
          path,
          piecesOf(await signExecutable(fileSource(path), options)),
          statSync(path).mode & 0o777,
        );
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`Cannot sign "${path}": ${reason}`, { cause });
      }
    },
  };
}

/**
 * Signing by a command of the user's: `%1` is replaced by the file. It runs without a shell, so
 * that no part of a file name is a command; words with spaces are in double quotes.
 *
 * @param folder its working directory
 */
export function signingByCommand(command: string, folder: string): CodeSigning {
  const words = wordsOf(command);
  return {
    options: null,
    async sign(path) {
      const [program = "", ...args] = words.map((word) => word.replaceAll("%1", () => path));
      const { code, printed } = await run(program, args, folder);
      if (code !== 0)
        throw new Error(
          `Cannot sign "${path}": "${command}" ended with ${code}\n${stripVTControlCharacters(printed).trim()}`,
        );
    },
  };
}

function wordsOf(command: string): string[] {
  return Array.from(command.matchAll(/(?:[^\s"]+|"[^"]*")+/g), ([word]) =>
    word.replaceAll('"', ""),
  );
}

function run(
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number; printed: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number; printed: string }>();
  const child = spawn(program, args, {
    cwd,
    env: environmentForOthers(),
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.once("error", (cause) =>
    reject(new Error(`Cannot start "${program}": ${cause.message}`, { cause })),
  );
  child.once("close", (code) => resolve({ code: code ?? 1, printed }));
  return promise;
}
