import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  brandExecutable,
  bundle,
  readProjectFacts,
  readSigner,
  readWindowsIcon,
  signingBy,
  stageApp,
  type BundleSettings,
} from "../../../src/bundler/index.ts";
import { definitions } from "../../../src/bundler/windows/nsis/definitions.ts";

/** The host's output for a project in a folder: the paths of the files, below `out`. */
export const hostFiles = [
  "Greeter.exe",
  "app.nsh",
  "msi/greeter_1.2.3_x64_de-DE.msi",
  "msi/greeter_1.2.3_x64_en-US.msi",
];

/**
 * Makes the output of a build for Windows after compiling, which no Bun does under Wine: the
 * executable with its resources, the packages for Windows Installer and the definitions of the
 * installer's script, all signed with the folder's "signer.pem".
 */
export async function makeForWindows(folder: string, out: string): Promise<void> {
  const place = (name: string): string => join(folder, name);
  const settings = JSON.parse(readFileSync(place("settings.json"), "utf8")) as BundleSettings;
  const executable = join(out, "Greeter.exe");
  const icon = readWindowsIcon(folder, settings.framework.bundle.icon);
  const facts = {
    productName: "Greeter",
    version: "1.2.3",
    publisher: "example",
    description: "Grüßt",
    copyright: null,
    fileName: "Greeter.exe",
    icon,
  };
  writeFileSync(executable, brandExecutable(readFileSync(place("runtime.exe")), facts));
  const signer = readSigner(readFileSync(place("signer.pem")), "", "signer.pem");
  const signing = signingBy(signer, settings.framework.bundle.windows, {
    program: "Greeter",
    homepage: null,
  });
  await signing.sign(executable);
  const staged = stageApp({
    settings,
    folder,
    project: readProjectFacts(folder),
    target: { system: "windows", architecture: "x64" },
    executable,
    time: 1_767_225_600,
    signing,
  });
  await bundle({ staged, formats: ["msi"], outDir: out, effort: "quick" });
  const text = definitions(staged, staged.nsis, {
    out: "setup.exe",
    files: [],
    license: staged.nsis.license === null ? null : basename(staged.nsis.license),
    icon: "icon.ico",
    headerImage: null,
    sidebarImage: null,
    compression: "zlib",
    packed: null,
    signCommand: null,
    hooks: null,
  });
  writeFileSync(join(out, "app.nsh"), text);
}
