import { spawnSync } from "node:child_process";
import { environmentForOthers } from "../../process/environment.ts";
import type { Signer } from "../signing/certificate.ts";
import { authorityOf, commonNameOf } from "./signature/authority.ts";
import type { CodeSigner } from "./signature/code-signature.ts";

/** The signing method for code on macOS. */
export type MacSigning =
  /** Ad-hoc: it only proves that the code is unchanged. */
  | { readonly kind: "ad-hoc" }
  | { readonly kind: "certificate"; readonly by: CodeSigner }
  /** By the system's own tool, with a certificate of its keychain. On a Mac only. */
  | { readonly kind: "tool"; readonly identity: string };

/** Apple's time stamp server. The request is not encrypted: the answer is signed. */
const appleTimeStamps = "http://timestamp.apple.com/ts01";

/**
 * Signing by a certificate. Signatures by distribution certificates get a time stamp, so that they
 * stay valid after the certificate expires.
 *
 * @param time of the sources, in seconds since 1970: without a time stamp the same sources have the
 * same signature
 * @throws Error when the certificate is unsuitable
 */
export function signingByCertificate(
  signer: Signer,
  time: number,
  timeStamp: string = appleTimeStamps,
): MacSigning {
  const authority = authorityOf(signer);
  const begins = Date.parse(signer.chain[0]?.validFrom ?? "");
  return {
    kind: "certificate",
    by: {
      signer,
      authority,
      timeStamp: authority.isDeveloperId ? timeStamp : null,
      time: new Date(Math.max(time * 1000, begins)),
    },
  };
}

/**
 * Whether a certificate matches `macOS.signingIdentity`: by its name, a part of it, or its SHA-1.
 */
export function isIdentity({ chain }: Signer, wanted: string): boolean {
  const [own] = chain;
  if (own === undefined) return false;
  const digits = own.fingerprint.replaceAll(":", "");
  return commonNameOf(own.subject).includes(wanted) || digits === wanted.toUpperCase();
}

/** The arguments of the system's own tool for a file or bundle. */
export interface ToolRequest {
  readonly path: string;
  readonly identity: string;
  readonly identifier: string | null;
  /** A file with them. */
  readonly entitlements: string | null;
  readonly isHardened: boolean;
}

/** Signs by the system's own tool. @throws Error with its output */
export function signByTool({
  path,
  identity,
  identifier,
  entitlements,
  isHardened,
}: ToolRequest): void {
  const args = [
    "--force",
    "--timestamp",
    ...(isHardened ? ["--options", "runtime"] : []),
    ...(identifier === null ? [] : ["--identifier", identifier]),
    ...(entitlements === null ? [] : ["--entitlements", entitlements]),
    "--sign",
    identity,
    path,
  ];
  const { status, stderr, error } = spawnSync("codesign", args, {
    encoding: "utf8",
    env: environmentForOthers(),
  });
  if (error !== undefined)
    throw new Error(`Cannot start "codesign": ${error.message}`, { cause: error });
  if (status !== 0)
    throw new Error(`Cannot sign "${path}": codesign ended with ${status}\n${stderr.trim()}`);
}
