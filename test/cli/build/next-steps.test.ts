import { expect, test } from "bun:test";
import { nextStepsText } from "../../../src/cli/build/next-steps.ts";
import type { Target } from "../../../src/contract/target.ts";
import { recordedTerminal } from "../../config/terminal.ts";

const linux: Target = { system: "linux", architecture: "x64" };

interface Build {
  readonly target?: Target;
  readonly host?: Target;
  readonly packages?: readonly (readonly [format: string, path: string])[];
  readonly executable?: string | null;
  readonly isSigned?: boolean;
  readonly hasUpdate?: boolean;
  readonly active?: boolean;
  readonly color?: boolean;
}

/** The next steps after a build that was made in `/app`. */
function next({
  target = linux,
  host = linux,
  packages = [],
  executable = null,
  isSigned = false,
  hasUpdate = false,
  active = true,
  color = false,
}: Build): string {
  const text = nextStepsText(
    { ...recordedTerminal("/app"), host, color },
    {
      target,
      isUniversal: false,
      debug: false,
      bundles: null,
      project: { config: { framework: { bundle: { active }, updater: { active: hasUpdate } } } },
    } as never,
    {
      signing: isSigned ? {} : null,
      mac: target.system === "macos" ? { notary: isSigned ? {} : null } : null,
    } as never,
    {
      executable,
      packages: packages.map(([format, path]) => ({ format, path })),
      update: hasUpdate ? {} : null,
    } as never,
  );
  return text.replaceAll(/[^\s(]*docs\//g, "");
}

test("packages for Linux are installed by the command of their system", () => {
  const packages = [
    ["deb", "/app/a.deb"],
    ["deb", "/app/run time.deb"],
    ["rpm", "/app/a.rpm"],
    ["appimage", "/app/a.AppImage"],
  ] as const;
  expect(next({ packages })).toBe(`
Next
  Install it on Debian or Ubuntu:
    sudo apt install ./a.deb "./run time.deb"
  Install it on Fedora:
    sudo dnf install ./a.rpm
  Run the AppImage:
    ./a.AppImage
  Let it update itself: updates.md
`);
});

test("packages for other systems are opened there, and signed first", () => {
  const windows: Build = {
    target: { system: "windows", architecture: "x64" },
    packages: [["nsis", "/app/a-setup.exe"]],
    hasUpdate: true,
  };
  expect(next(windows)).toBe(`
Next
  Copy a package to a machine with Windows, and open it there
  Sign it, or Windows warns its users: windows-packages.md
  Publish the update (publishing.md):
    npx framework publish --to …
`);
  expect(next({ ...windows, isSigned: true })).not.toContain("Sign it");
  const macos: Build = {
    target: { system: "macos", architecture: "arm64" },
    packages: [["dmg", "/app/A.dmg"]],
  };
  expect(next(macos)).toContain("  Have Apple notarize it, or Macs refuse it: macos-packages.md\n");
  expect(next({ ...macos, isSigned: true })).not.toContain("notarize");
});

test("on Windows a program is run by a path that both of its shells take", () => {
  const target: Target = { system: "windows", architecture: "x64" };
  const run = (executable: string) => next({ target, host: target, executable }).split("\n")[3];
  expect(run("/app/target\\release\\A.exe")).toBe("    .\\target\\release\\A.exe");
  expect(run("/app/my app\\$A.exe")).toBe('    ".\\my app\\$A.exe"');
  expect(run("/app/..\\b\\A.exe")).toBe("    ..\\b\\A.exe");
});

test("an executable for another system is no command here", () => {
  const target: Target = { system: "windows", architecture: "x64" };
  expect(next({ target, executable: "/app/A.exe" })).toContain(
    "\n  Copy it to a machine with Windows, and run it there\n",
  );
});

test("a build without packages names the setting that makes some", () => {
  const executable = "/app/a";
  expect(next({ executable, active: false })).toEndWith(
    "\n  For packages, set framework.bundle.active to true\n",
  );
  expect(next({ executable })).toEndWith(
    "\n  For packages, name some of deb, rpm, appimage in framework.bundle.targets\n",
  );
});

test("commands have a colour where the terminal has colours", () => {
  expect(next({ executable: "/app/a", color: true })).toStartWith(
    "\n\x1b[1mNext\x1b[0m\n  Run it:\n    \x1b[36m./a\x1b[0m\n",
  );
});
