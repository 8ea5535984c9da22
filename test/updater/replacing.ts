import { createHash } from "node:crypto";
import { expect } from "bun:test";
import type { FrameworkError } from "../../src/contract/errors.ts";
import type { OwnInstallation } from "../../src/app/updater/install/installation.ts";
import { Payload } from "../../src/app/updater/download/payload.ts";

/**
 * Prepares what was downloaded, and puts it into its place; the result is where the old version is
 * kept.
 */
export async function replaceInstalled(
  installed: OwnInstallation,
  bytes: Uint8Array,
  size = 1_000_000,
): Promise<string> {
  await using payload = await Payload.open(installed.folder);
  await payload.append(bytes);
  const sha512 = createHash("sha512").update(bytes).digest("hex");
  using replacement = await installed.prepare({ payload, sha512, size });
  await replacement.replace(replacement.backup);
  return replacement.backup;
}

/** The download cannot be installed, for this reason. */
export async function expectRefused(
  replacing: () => Promise<string>,
  reason: string,
): Promise<void> {
  const refused = await replacing().catch((error: FrameworkError) => error);
  if (typeof refused === "string")
    throw new Error(`It was installed, and the old version is "${refused}"`);
  const { code, message } = refused;
  expect({ code, message }).toEqual({
    code: "bad-update",
    message: expect.stringMatching(/^Cannot install the download: /),
  });
  expect(message).toContain(reason);
}
