import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, writeSbom } from "../../src/bundler/index.ts";
import { everyFile, expectGolden, Project } from "./project.ts";

const lock = {
  lockfileVersion: 3,
  packages: {
    "": { name: "greeter", version: "1.2.3" },
    "node_modules/left-pad": { version: "1.3.0", license: "WTFPL", integrity: "sha512-AQID" },
    "node_modules/@scope/tool": { version: "2.0.0", license: "(MIT OR Apache-2.0)" },
    "node_modules/@scope/tool/node_modules/left-pad": {
      version: "1.3.0",
      integrity: "sha512-AQID",
      license: "WTFPL",
    },
    "node_modules/typescript": { version: "7.0.2", dev: true },
    "node_modules/odd": { version: "0.1.0", license: "SEE LICENSE IN odd.txt" },
    "packages/local": { version: "0.0.0" },
    "node_modules/local": { resolved: "packages/local", link: true },
  },
};

test("a bill of materials names the runtime, npm packages, sidecars and the packages made", async () => {
  using project = new Project({ ...everyFile, "package-lock.json": JSON.stringify(lock) });
  const staged = project.stage({ bundle: { externalBin: ["bin/helper"] } });
  const outDir = join(project.folder, "out");
  const packages = await bundle({ staged, formats: ["deb"], outDir, effort: "quick" });
  // A folder, such as an app for macOS, has no sum; it is handed out in one of the files.
  const folder = packages.map((made) => ({ ...made, path: project.folder }));
  const write = (): string =>
    writeSbom({
      staged,
      packages: [...packages, ...folder],
      folder: project.folder,
      outDir,
      bunVersion: "1.4.5",
    });
  expect(write()).toBe(join(outDir, "greeter-1.2.3.cdx.json"));
  const sum = createHash("sha256")
    .update(readFileSync(packages[0]?.path ?? ""))
    .digest("hex");
  const bill = readFileSync(write(), "utf8").replace(sum, "<sum of the deb>");
  // The serial number is made from everything else.
  expectGolden(
    "greeter.cdx.golden.json",
    bill.replace(/urn:uuid:[0-9a-f-]{36}/, "urn:uuid:<number>"),
  );
  expect(readFileSync(write(), "utf8").replace(sum, "<sum of the deb>")).toBe(bill);
});

test("an app without a lock file has a bill of materials too", () => {
  using project = new Project();
  const options = {
    packages: [],
    folder: project.folder,
    outDir: project.folder,
    bunVersion: "1.4.5",
  };
  const path = writeSbom({ staged: project.stage(), ...options });
  const names = (JSON.parse(readFileSync(path, "utf8")) as { components: { name: string }[] })
    .components;
  expect(names.map(({ name }) => name)).toEqual(["bun"]);
});
