import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  digestOf,
  readProjectFacts,
  readSigner,
  signingBy,
  signingByCommand,
  type CodeSigning,
  type Signer,
} from "../../bundler/index.ts";
import { certificatePasswordVariable, certificateVariable } from "../../process/environment.ts";
import type { Project } from "../project/project.ts";
import { UserError } from "../terminal.ts";

/**
 * How what Windows runs is signed: by `signCommand`, or else by the certificate in the environment; `null`: not at all.
 *
 * @throws UserError when the configuration asks for what is not there
 */
export function windowsSigning(
  { config, configFolder, frontEndFolder }: Project,
  environment: Readonly<Record<string, string | undefined>>,
): CodeSigning | null {
  const settings = config.framework.bundle.windows;
  try {
    if (settings.signCommand !== null) return signingByCommand(settings.signCommand, configFolder);
    digestOf(settings.digestAlgorithm);
    const given = environment[certificateVariable];
    const wanted = settings.certificateThumbprint;
    if (given === undefined || given === "") {
      if (wanted === null) return null;
      throw new Error(
        `Cannot sign with the certificate "${wanted}" of a certificate store: set ${certificateVariable} to its .p12 or PEM file ` +
          `(or to its base64) and ${certificatePasswordVariable} to its password, or use signCommand`,
      );
    }
    const signer = readCertificate(given, environment[certificatePasswordVariable] ?? "", configFolder);
    if (wanted !== null) checkThumbprint(signer, wanted);
    const { homepage } = readProjectFacts(frontEndFolder);
    return signingBy(signer, settings, { program: config.package.productName, homepage });
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** A file, or a file's content in base64, as build servers keep secrets. */
function readCertificate(given: string, password: string, folder: string): Signer {
  const path = resolve(folder, given);
  if (existsSync(path)) return readSigner(readFileSync(path), password, given);
  const bytes = Buffer.from(given, "base64");
  // A path that leads nowhere is not base64 of something long.
  if (/^[A-Za-z0-9+/=\s]{200,}$/.test(given))
    return readSigner(bytes, password, `the value of ${certificateVariable}`);
  throw new Error(
    `Cannot find "${given}", which ${certificateVariable} names: want a .p12 or PEM file, or its base64`,
  );
}

function checkThumbprint({ chain }: Signer, wanted: string): void {
  const digits = (text: string): string => text.replaceAll(/[^0-9a-f]/gi, "").toLowerCase();
  const found = digits(chain[0]?.fingerprint ?? "");
  if (found === digits(wanted)) return;
  throw new Error(
    `Cannot sign with the certificate of ${certificateVariable}: its thumbprint is "${found}", certificateThumbprint is "${wanted}"`,
  );
}
