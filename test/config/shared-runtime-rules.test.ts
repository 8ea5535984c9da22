import { expect, test } from "bun:test";
import { loadConfig } from "../../src/config/read/load.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { nothing, said } from "./said.ts";

const shared = (runtimeAddresses: readonly string[]) =>
  said({}, { bundle: { runtime: "shared", runtimeAddresses } });
const refused = (address: string): string =>
  shared([address]).errors.join("\n").replace("framework.bundle.runtimeAddresses[0]: ", "");

test("addresses that launchers can ask are taken", () => {
  const addresses = [
    "https://example.com/bun.tgz",
    "https://example.com:8443/a/b.tgz?version=1.4.4",
    "https://[2001:db8::1]/bun.tgz",
    "http://127.0.0.1:4873/bun.tgz",
    "http://[::1]:4873/bun.tgz",
    `https://${"h".repeat(255)}/${"p".repeat(2046)}`,
  ];
  expect(shared(addresses)).toEqual(nothing);
});

test("an address that no launcher would ask is refused", () => {
  expect(
    [
      "http://example.com/bun.tgz",
      "http://localhost:4873/bun.tgz",
      "https:///bun.tgz",
      "https://me:secret@example.com/bun.tgz",
      "https://example.com:/bun.tgz",
      "https://example.com:99999/bun.tgz",
      "https://exämple.com/bun.tgz",
      "https://example.com/bun.tgz#1",
      `https://${"h".repeat(256)}/bun.tgz`,
      `https://example.com/${"p".repeat(2047)}`,
    ].map(refused),
  ).toEqual([
    'must be an https address; for example "https://example.com/runtime.tgz"',
    'must be an https address; for example "https://example.com/runtime.tgz"',
    "must name a host",
    "may hold no name and no password: apps show their addresses",
    "must have a port from 1 to 65535, or none",
    "must have a port from 1 to 65535, or none",
    "may hold no other signs than those of ASCII, and no spaces: escape them",
    'may hold no "#"',
    "must name a host of at most 255 letters",
    "must be shorter: at most 2047 letters after the host",
  ]);
});

test("no address, too many addresses and too long ones are refused where they are written", () => {
  expect(shared([]).errors).toEqual([
    "framework.bundle.runtimeAddresses: names no address: name one, or leave the field out for that of npm's registry",
  ]);
  expect(shared(Array<string>(64).fill("https://example.com/"))).toEqual(nothing);
  expect(shared(Array<string>(65).fill("https://example.com/")).errors).toEqual([
    "framework.bundle.runtimeAddresses[64]: is one too many: name at most 64 addresses",
  ]);
  expect(shared(Array<string>(40).fill(`https://example.com/${"p".repeat(1600)}`)).errors).toEqual([
    "framework.bundle.runtimeAddresses: has too many letters: all addresses together may have at most 60000",
  ]);
});

test("a refused address is told with its line and the one that could be meant", () => {
  const text = JSON.stringify(
    {
      package: { productName: "A", version: "1.0.0" },
      framework: {
        bundle: { identifier: "org.example.app", runtimeAddresses: ["https://exämple.com/bün.tgz"] },
      },
    },
    null,
    2,
  );
  using dir = tempDir({ "framework.conf.json": text });
  const [problem] = loadConfig({ system: "linux", command: "build", from: dir.path }).problems;
  expect(problem?.suggestions).toEqual(['"https://xn--exmple-cua.com/b%C3%BCn.tgz"']);
  const { source, start = 0, end = 0 } = problem?.place ?? {};
  expect(source?.text.slice(start, end)).toBe('"https://exämple.com/bün.tgz"');
});
