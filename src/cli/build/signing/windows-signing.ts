import {
  digestOf,
  findPowerShell,
  readProjectFacts,
  readSigner,
  signerInStore,
  signingBy,
  signingByCommand,
  type CodeSigning,
  type Signer,
} from "../../../bundler/index.ts";
import { certificatePasswordVariable, certificateVariable } from "../../../process/environment.ts";
import type { System } from "../../../contract/target.ts";
import type { Project } from "../../project/project.ts";
import { UserError } from "../../terminal.ts";
import { readGiven } from "./secret-file.ts";

/**
 * The signing of executables for Windows: with `signCommand`, or else with the certificate in the
 * environment, or else with one from the store of this machine. `null`: none.
 *
 * @param host the system that the tool runs on
 * @throws UserError if the certificate of the configuration is missing
 */
export function windowsSigning(
  project: Project,
  environment: Readonly<Record<string, string | undefined>>,
  host: System,
): CodeSigning | null {
  const { config, configFolder, frontEndFolder } = project;
  const settings = config.framework.bundle.windows;
  try {
    if (settings.signCommand !== null) return signingByCommand(settings.signCommand, configFolder);
    digestOf(settings.digestAlgorithm);
    const signer = signerOf(project, environment, host);
    if (signer === null) return null;
    const { homepage } = readProjectFacts(frontEndFolder);
    return signingBy(signer, settings, { program: config.package.productName, homepage });
  } catch (error) {
    throw UserError.of(error);
  }
}

function signerOf(
  { config, configFolder }: Project,
  environment: Readonly<Record<string, string | undefined>>,
  host: System,
): Signer | null {
  const given = environment[certificateVariable];
  const wanted = config.framework.bundle.windows.certificateThumbprint;
  if (given === undefined || given === "") {
    if (wanted === null) return null;
    if (host === "windows") return signerInStore(wanted, findPowerShell(environment));
    throw new Error(
      `Cannot sign with the certificate "${wanted}" of a certificate store: build on Windows, or set ${certificateVariable} to ` +
        `its .p12 or PEM file (or to its base64) and ${certificatePasswordVariable} to its password, or use signCommand`,
    );
  }
  const { bytes, from } = readGiven(given, {
    variable: certificateVariable,
    folder: configFolder,
    wanted: "a .p12 or PEM file",
  });
  const signer = readSigner(bytes, environment[certificatePasswordVariable] ?? "", from);
  if (wanted !== null) checkThumbprint(signer, wanted);
  return signer;
}

function checkThumbprint({ chain }: Signer, wanted: string): void {
  const digits = (text: string): string => text.replaceAll(/[^0-9a-f]/gi, "").toLowerCase();
  const found = digits(chain[0]?.fingerprint ?? "");
  if (found === digits(wanted)) return;
  throw new Error(
    `Cannot sign with the certificate of ${certificateVariable}: its thumbprint is "${found}", certificateThumbprint is "${wanted}"`,
  );
}
