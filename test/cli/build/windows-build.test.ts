// Apps for Windows by the tool, held to the rules of Windows' loader: Wine starts more than Windows
// does.

import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../../harness/temp-dir.ts";
import { windowsBun } from "../../../harness/wine-prefix.ts";
import { architectures } from "../../../src/contract/target.ts";
import { certificateVariable } from "../../../src/process/environment.ts";
import { missingTool } from "../../bundler/project.ts";
import { makeCertificates } from "../../bundler/signing/certificates.ts";
import { largeIcon } from "../../bundler/windows/resources.ts";
import { liefProblems, missingLief } from "../../support/loader/lief.ts";
import { WindowsImage } from "../../support/loader/windows-image.ts";
import { loaderProblems } from "../../support/loader/windows-loader.ts";
import { hello } from "./mac-project.ts";
import { runTool } from "../tool.ts";

const missing = missingTool("openssl", "makensis");
for (const architecture of architectures) {
  const noBun =
    windowsBun(architecture) === null ? "needs Bun for Windows; see tools/wine.ts" : null;
  const skip = noBun ?? missing;
  describe.skipIf(skip !== null)(
    `Windows loads an app for ${architecture} (${skip ?? "by its rules"})`,
    () => {
      test.each([
        ["of few resources", [], false, ["nsis"]],
        ["of few resources, signed", [], true, []],
        ["of more resources than Bun has", ["large.ico"], false, []],
        ["of more resources than Bun has, signed", ["large.ico"], true, ["nsis"]],
      ] as const)("%s", async (_, icon, isSigned, packages) => {
        // The installer's own program is the same for both.
        using project = hello({ targets: architecture === "x64" ? packages : [], icon });
        writeFileSync(join(project.path, "src-framework/large.ico"), largeIcon);
        using keys = tempDir();
        const env = isSigned
          ? { [certificateVariable]: makeCertificates(keys.path, "ec").pem }
          : {};
        const args = ["build", "--target", `windows-${architecture}`, "--debug", "--json"];
        const { code, out, err } = await runTool(project.path, args, env);
        expect({ code, err }).toEqual({ code: 0, err: expect.any(String) });
        const { executable, packages: made } = JSON.parse(out) as {
          executable: string;
          packages: { path: string }[];
        };
        expect(made).toHaveLength(architecture === "x64" ? packages.length : 0);
        const files = [executable, ...made.map(({ path }) => path)].map((path) =>
          readFileSync(path),
        );
        expect(files.map(loaderProblems)).toEqual(files.map(() => []));
        const images = files.map((file) => new WindowsImage(file));
        expect(images.map(({ directories }) => directories.has("security"))).toEqual(
          files.map(() => isSigned),
        );
        // The page's files are behind it: the loaded part ends with the app's own code.
        expect(images[0]?.sections.at(-1)?.name).toBe(".bun");
        // For makensis' own program LIEF expects a directory that Windows does not need.
        if (missingLief === null) expect(liefProblems("PE", executable)).toEqual([""]);
      });
    },
  );
}
