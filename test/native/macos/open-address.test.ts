import { beforeEach, expect, test } from "bun:test";
import { desktop } from "../../../harness/objective-c/app-kit/ns-workspace.ts";
import { openAddress, openWith } from "../../../src/native/macos/open-address.ts";
import { keyVariable } from "../../../src/process/environment.ts";
import { onMac } from "./cases/mac-desktop.ts";

onMac();

beforeEach(() => {
  desktop.opened = [];
  desktop.withheld = [];
  desktop.starts = true;
  desktop.apps.clear();
});

const unavailable = (message: string) => expect.objectContaining({ code: "unavailable", message });

test.each([
  ["https://example.org/?a=1&b=%20#c", "https://example.org/?a=1&b=%20#c"],
  ["mailto:a@example.org?subject=b", "mailto:a@example.org?subject=b"],
  ["https://exämple.org/a b/é", "https://xn--exmple-cua.org/a%20b/%C3%A9"],
  ["/tmp/a b.txt", "file:///tmp/a%20b.txt"],
  ["/tmp/", "file:///tmp/"],
])("%p opens %p in the user's application for it", (address, opened) => {
  openAddress(address);
  expect(desktop.opened).toEqual([{ address: opened, app: null }]);
});

test("an address that no application opens is refused", () => {
  expect(() => openAddress("foo:bar")).toThrow(
    unavailable('Cannot open "foo:bar": no application opens addresses of this kind'),
  );
});

test("an invalid address is refused", () => {
  for (const address of ["no address", ""]) {
    expect(() => openAddress(address)).toThrow(
      unavailable(`Cannot open "${address}": want a whole address`),
    );
  }
});

test("an application that does not start is an error", () => {
  desktop.starts = false;
  expect(() => openAddress("https://example.org/")).toThrow(
    unavailable('Cannot open "https://example.org/": the application for it did not start'),
  );
});

test("a program that is installed opens the address", () => {
  desktop.apps.set("org.mozilla.firefox", "/Applications/Firefox.app");
  openWith("firefox", "https://example.org/");
  expect(desktop.opened).toEqual([
    { address: "https://example.org/", app: "/Applications/Firefox.app" },
  ]);
});

test("macOS's own word for the application set for an address opens it there", () => {
  openWith("open", "https://example.org/");
  expect(desktop.opened).toEqual([{ address: "https://example.org/", app: null }]);
});

test.each(["firefox", "gnome-open", "start", "xdg-open"] as const)(
  "the program %p, which is not installed, opens nothing",
  (program) => {
    expect(() => openWith(program, "https://example.org/")).toThrow(
      unavailable(`Cannot open "https://example.org/" with "${program}": it is not installed`),
    );
    expect(desktop.opened).toEqual([]);
  },
);

test("variables for this process alone do not reach the program that it opens", () => {
  process.env[keyVariable] = "secret";
  try {
    openAddress("https://example.org/");
    expect(desktop.withheld).toContain(keyVariable);
    expect(desktop.withheld).not.toContain("PATH");
  } finally {
    delete process.env[keyVariable];
  }
});
