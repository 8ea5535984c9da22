import {
  chunkIndexIn,
  type Package,
  type SignedUpdate,
  type StagedApp,
} from "../../../bundler/index.ts";
import { parsePublicKeyText } from "../../../contract/shipped/minisign.ts";
import { updatePlatform } from "../../../contract/target.ts";
import { signFile, type SigningKey } from "../../signer/minisign.ts";
import { signingTimes } from "../../signer/signer.ts";
import { keyVariable, type Environment } from "../../../process/environment.ts";
import { openSecretKey, secretKeyText, type PasswordOptions } from "../../signer/signing-key.ts";
import { UserError, type Terminal } from "../../terminal.ts";

/** The keys that sign updates, and that installed apps check them with. */
export interface UpdateKeys {
  readonly secretKey: string;
  /** Both keys of a pair have the same number. */
  readonly number: Uint8Array;
}

/** True if there is a key to sign updates with, right or wrong. */
export function isUpdateKeySet(environment: Environment): boolean {
  return (environment[keyVariable] ?? "") !== "";
}

/** The message of a build that makes no update because it has no key. */
export const noUpdateKey = `Makes no update: set ${keyVariable} to the key that signs updates, or to its file`;

/**
 * Reads both keys, as far as that needs no password.
 * @param publicKey `framework.updater.pubkey`, which was checked with the configuration
 * @throws UserError if the secret key is missing or invalid
 */
export function readUpdateKeys(terminal: Terminal, publicKey: string): UpdateKeys {
  const given = process.env[keyVariable];
  if (given === undefined || !isUpdateKeySet(process.env)) {
    throw new UserError(
      `Cannot make "updater" without the key that signs updates: set ${keyVariable} to it, or to its file; ` +
        "other bundles than the updater's want none",
    );
  }
  const secretKey = secretKeyText(terminal, given);
  return { secretKey, number: parsePublicKeyText(publicKey).number };
}

/**
 * Opens the secret key, which may ask for its password.
 * @throws UserError if it does not belong to the key that apps check updates with
 */
export async function openUpdateKey(
  terminal: Terminal,
  { secretKey, number }: UpdateKeys,
  options: PasswordOptions,
): Promise<SigningKey> {
  const key = await openSecretKey(terminal, secretKey, options);
  if (key.number.equals(number)) return key;
  throw new UserError(
    `Cannot sign updates with the key of ${keyVariable}: it must be the one that framework.updater.pubkey belongs to, or every app refuses them`,
  );
}

export interface Signing {
  readonly staged: StagedApp;
  readonly packages: readonly Package[];
  readonly key: SigningKey;
  /** The number of days, from today, for which it is the newest version. `null`: for ever. */
  readonly days: number | null;
}

/**
 * Signs the updater's archive and the index of its chunks, each for its app, version and platform.
 */
export async function signUpdate({ staged, packages, key, days }: Signing): Promise<SignedUpdate> {
  const { identifier: app, version } = staged;
  const facts = {
    ...signingTimes(staged.time, days),
    app,
    version,
    target: updatePlatform(staged.target),
  };
  const sign = ({ path }: Package) => signFile(path, key, facts);
  const archive = packages.find(({ format }) => format === "updater");
  if (archive === undefined) throw new Error("Cannot sign the update: none was made");
  const index = chunkIndexIn(packages);
  const chunks = index === null ? null : { index, signature: await sign(index) };
  return { archive, signature: await sign(archive), chunks };
}
