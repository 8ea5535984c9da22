import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";

interface Programs<Kind> {
  readonly kinds: readonly Kind[];
  /** The folder of the committed files. */
  readonly folder: string;
  /**
   * Builds one of them into a folder, where it has the name that it is committed by; the result is
   * its path.
   */
  readonly build: (kind: Kind, folder: string) => string;
  /** The missing requirements of a build, or `null`. */
  readonly missing: string | null;
}

/** Tests that the committed programs of some kinds equal the output of their source. */
export function committedPrograms<Kind extends string>(
  name: string,
  { kinds, folder, build, missing }: Programs<Kind>,
): void {
  test.skipIf(missing !== null)(
    `the committed ${name} are what their source makes (${missing ?? "compilers found"})`,
    () => {
      using made = tempDir();
      const isSame = (kind: Kind): boolean => {
        const path = build(kind, made.path);
        return readFileSync(path).equals(readFileSync(join(folder, relative(made.path, path))));
      };
      expect(kinds.map((kind) => [kind, isSame(kind)])).toEqual(kinds.map((kind) => [kind, true]));
    },
  );
}
