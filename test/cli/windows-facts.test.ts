import { expect, test } from "bun:test";
import { windowsFacts } from "../../src/cli/info/windows.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const client = "Software\\Microsoft\\EdgeUpdate\\Clients\\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}";

/** The reported version of a machine with such a registry and environment. */
function version(
  registry: Readonly<Record<string, string>>,
  environment: Record<string, string> = {},
) {
  const [fact] = windowsFacts((key, value) => registry[`${key} ${value}`] ?? null, environment);
  return fact?.version;
}

test("the WebView2 runtime is the user's own, or that of all users", () => {
  expect(version({ [`HKLM\\${client} pv`]: "120.0.2210.91" })).toBe("120.0.2210.91");
  expect(
    version({ [`HKLM\\${client} pv`]: "120.0.1.1", [`HKCU\\${client} pv`]: "121.0.1.1" }),
  ).toBe("121.0.1.1");
});

test("remains of a removed runtime count as none", () => {
  for (const left of ["", "0.0.0.0"]) expect(version({ [`HKCU\\${client} pv`]: left })).toBe(null);
  expect(version({ [`HKCU\\${client} pv`]: "0.0.0.0", [`HKLM\\${client} pv`]: "120.0.1.1" })).toBe(
    "120.0.1.1",
  );
  expect(version({})).toBe(null);
});

test("a runtime in a folder that the user has named comes first", () => {
  using named = tempDir({
    "Runtime.118.0.1.2.x64/msedgewebview2.exe": "",
    "118.0.1.2/msedgewebview2.exe": "",
  });
  const updated = { [`HKCU\\${client} pv`]: "121.0.1.1" };
  const folder = (path: string) => ({ WEBVIEW2_BROWSER_EXECUTABLE_FOLDER: path });
  expect(version(updated, folder(named.path))).toBe("118.0.1.2");
  expect(version(updated, folder(`${named.path}/118.0.1.2`))).toBe("118.0.1.2");
  const unnamed = `${named.path}/Runtime.118.0.1.2.x64`;
  expect(version(updated, folder(unnamed))).toBe(`in ${unnamed}`);
  expect(version(updated, folder(`${named.path}/nowhere`))).toBe("121.0.1.1");
});
