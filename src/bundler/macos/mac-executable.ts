import { statSync } from "node:fs";
import { writeNamed } from "../output.ts";
import { universal } from "../write/macho.ts";
import { fileSource, piecesOf } from "../write/source.ts";
import { signByTool, type MacSigning } from "./mac-signing.ts";
import { signCode } from "./signature/code-signature.ts";
import { runtimeEntitlements } from "./signature/entitlements.ts";

/**
 * Signs an app's executable in place, for running it without a bundle.
 *
 * @throws Error naming the file
 */
export async function signMacExecutable(
  path: string,
  identifier: string,
  signing: MacSigning,
): Promise<void> {
  if (signing.kind === "tool") {
    const { identity } = signing;
    signByTool({ path, identity, identifier, entitlements: null, isHardened: false });
    return;
  }
  const facts = {
    identifier,
    entitlements: runtimeEntitlements,
    isHardened: false,
    info: null,
    resources: null,
  };
  try {
    const { bytes } = await signCode(
      fileSource(path),
      facts,
      signing.kind === "certificate" ? signing.by : null,
    );
    writeNamed(path, piecesOf(bytes), statSync(path).mode & 0o777);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot sign "${path}": ${reason}`, { cause });
  }
}

/** Joins the executables for both Mac processors into one. */
export function joinMacExecutables(executables: readonly string[], path: string): void {
  writeNamed(path, piecesOf(universal(executables.map(fileSource))), 0o755);
}
