import { spawnSync } from "node:child_process";
import { environmentForOthers } from "../../process/environment.ts";
import type { Signer } from "../signing/certificate.ts";
import { authorityOf, commonNameOf } from "./signature/authority.ts";
import type { CodeSigner } from "./signature/code-signature.ts";

/** How what macOS runs is signed. */
export type MacSigning =
  /** By nobody: it proves that nothing was changed, and that is all. */
  | { readonly kind: "ad-hoc" }
  | { readonly kind: "certificate"; readonly by: CodeSigner }
  /** By the system's own tool, with a certificate of its keychain. On a Mac alone. */
  | { readonly kind: "tool"; readonly identity: string };

/**
 * Where Apple proves when something was signed. It is asked without encryption: the answer is
 * signed.
 */
const appleTimeStamps = "http://timestamp.apple.com/ts01";

/**
 * Signing by a certificate. Those by which apps are handed out have their time proven, so that what
 * they have signed stays valid when they no longer are.
 *
 * @param time of the sources, in seconds since 1970: the same sources have the same signature where
 *   no time is proven
 * @throws Error when the certificate does not do
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
 * Whether a certificate is the one that `macOS.signingIdentity` means: by its name, a part of it,
 * or its SHA-1.
 */
export function isIdentity({ chain }: Signer, wanted: string): boolean {
  const [own] = chain;
  if (own === undefined) return false;
  const digits = own.fingerprint.replaceAll(":", "");
  return commonNameOf(own.subject).includes(wanted) || digits === wanted.toUpperCase();
}

/** What the system's own tool is told of a file or bundle. */
export interface ToolRequest {
  readonly path: string;
  readonly identity: string;
  readonly identifier: string | null;
  /** A file of them. */
  readonly entitlements: string | null;
  readonly isHardened: boolean;
}

/** Signs by the system's own tool. @throws Error with what it said */
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
