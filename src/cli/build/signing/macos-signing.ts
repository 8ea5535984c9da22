import { createPrivateKey, type KeyObject } from "node:crypto";
import {
  appleNotary,
  isIdentity,
  readSigner,
  signingByCertificate,
  type MacSigning,
  type NotaryKey,
} from "../../../bundler/index.ts";
import type { System } from "../../../contract/target.ts";
import {
  appleCertificatePasswordVariable,
  appleCertificateVariable,
  notaryIssuerVariable,
  notaryKeyIdVariable,
  notaryKeyVariable,
  type Environment,
} from "../../../process/environment.ts";
import type { Project } from "../../project/project.ts";
import { UserError } from "../../terminal.ts";
import { readGiven } from "./secret-file.ts";

export interface MacSigningOptions {
  readonly environment: Environment;
  /** The system that the tool runs on. */
  readonly host: System;
  /** The time of the sources, in seconds since 1970. */
  readonly time: number;
}

/** The identity of an ad-hoc signature, as `codesign` names it. */
const adHocIdentity = "-";

/**
 * The signing of executables for macOS: with the certificate in the environment, or on a Mac with
 * the one in its keychain that `signingIdentity` names. Otherwise ad hoc.
 *
 * @throws UserError if the certificate of the configuration is missing
 */
export function macosSigning(
  { config, configFolder }: Pick<Project, "config" | "configFolder">,
  { environment, host, time }: MacSigningOptions,
): MacSigning {
  const wanted = config.framework.bundle.macOS.signingIdentity ?? "";
  const given = environment[appleCertificateVariable] ?? "";
  if (wanted === adHocIdentity || (wanted === "" && given === "")) return { kind: "ad-hoc" };
  return reported(() => {
    if (given === "") {
      if (host === "macos") return { kind: "tool", identity: wanted };
      throw new Error(
        `Cannot sign as "${wanted}" with a certificate of a keychain: set ${appleCertificateVariable} to its .p12 or PEM file ` +
          `(or to its base64) and ${appleCertificatePasswordVariable} to its password, or build on a Mac`,
      );
    }
    const { bytes, from } = readGiven(given, {
      variable: appleCertificateVariable,
      folder: configFolder,
      wanted: "a .p12 or PEM file",
    });
    const signer = readSigner(bytes, environment[appleCertificatePasswordVariable] ?? "", from);
    if (wanted !== "" && !isIdentity(signer, wanted)) {
      throw new Error(
        `Cannot sign with the certificate of ${appleCertificateVariable}: it is not the one of macOS.signingIdentity "${wanted}"`,
      );
    }
    return signingByCertificate(signer, time);
  });
}

/**
 * The key in the environment that apps are notarized with. `null`: they are not.
 *
 * @throws UserError if it is invalid
 */
export function notaryKey(
  { configFolder }: Pick<Project, "configFolder">,
  environment: Environment,
): NotaryKey | null {
  const given = environment[notaryKeyVariable] ?? "";
  if (given === "") return null;
  return reported(() => {
    const keyId = environment[notaryKeyIdVariable] ?? "";
    if (keyId === "") {
      throw new Error(
        `Cannot notarize with the key of ${notaryKeyVariable}: set ${notaryKeyIdVariable} to its number, and ${notaryIssuerVariable} to that of the issuer unless it is your own key`,
      );
    }
    const { bytes, from } = readGiven(given, {
      variable: notaryKeyVariable,
      folder: configFolder,
      wanted: "a .p8 file",
    });
    return {
      key: p8Key(bytes, from),
      keyId,
      issuer: environment[notaryIssuerVariable] || null,
      service: appleNotary,
    };
  });
}

function p8Key(bytes: Uint8Array, from: string): KeyObject {
  try {
    const key = createPrivateKey(Buffer.from(bytes));
    if (key.asymmetricKeyType === "ec") return key;
  } catch (cause) {
    throw new Error(`Cannot use "${from}": it must be a .p8 key of App Store Connect`, { cause });
  }
  throw new Error(`Cannot use "${from}": it must be a .p8 key of App Store Connect`);
}

function reported<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw UserError.of(error);
  }
}
