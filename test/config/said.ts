import { loadConfig } from "../../src/config/read/load.ts";
import type { LoadOptions } from "../../src/config/read/load.ts";
import { tempDir } from "../../harness/temp-dir.ts";

interface Given extends Partial<LoadOptions> {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** The identifier of the bundle is in order unless the case is about it. */
  readonly bundle?: object;
  /** The `package` section, as far as the case is about it. */
  readonly app?: object;
}

/** The messages about a `framework` section: errors and warnings as `path: message`. */
export function output(
  framework: object,
  given: Given = {},
): { errors: string[]; warnings: string[] } {
  const { files = {}, bundle = {}, app = {}, ...options } = given;
  const config = {
    package: { productName: "A", version: "1.0.0", ...app },
    framework: { bundle: { identifier: "org.example.app", ...bundle }, ...framework },
  };
  using dir = tempDir({ ...files, "framework.conf.json": JSON.stringify(config) });
  const loaded = loadConfig({ system: "linux", command: "build", ...options, from: dir.path });
  const lines = (problems: typeof loaded.problems) =>
    problems.map((one) => `${one.path}: ${one.message}`);
  return { errors: lines(loaded.problems), warnings: lines(loaded.warnings) };
}

export const nothing = { errors: [], warnings: [] };
