import { expect, test } from "bun:test";
import { listenerAt, readLsof, readNetstat, readSockets } from "../../../src/cli/dev/listeners.ts";
import { serverProblem } from "../../../src/cli/dev/server-address.ts";

const head =
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";

test("sockets of Linux are read from /proc/net, those that listen on the port", () => {
  const line = (local: string, state: string, user: number, inode: number): string =>
    `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000 ${user}        0 ${inode} 1 0`;
  const text = [
    head,
    line("0100007F:1435", "0A", 1000, 1),
    line("00000000:1435", "0A", 0, 2),
    line("0100007F:1436", "0A", 1000, 3),
    line("0100007F:1435", "01", 1000, 4),
    line("00000000000000000000000001000000:1435", "0A", 1001, 5),
    line("00000000000000000000000000000000:1435", "0A", 1000, 6),
    line("0000000000000000FFFF00000100007F:1435", "0A", 1000, 7),
  ].join("\n");
  expect(readSockets(text, 5173).map(({ address, user, inode }) => [address, user, inode])).toEqual(
    [
      ["127.0.0.1", 1000, "1"],
      ["0.0.0.0", 0, "2"],
      ["::1", 1001, "5"],
      ["::", 1000, "6"],
      ["::ffff:127.0.0.1", 1000, "7"],
    ],
  );
});

// As Windows 11 prints it in German.
const netstat = `
Aktive Verbindungen

  Proto  Lokale Adresse         Remoteadresse          Status           PID
  TCP    0.0.0.0:3000           0.0.0.0:0              ABHÖREN          4242
  TCP    127.0.0.1:3000         127.0.0.1:50123        HERGESTELLT      4242
  TCP    127.0.0.1:5173         0.0.0.0:0              ABHÖREN          77
  TCP    [::]:3000              [::]:0                 ABHÖREN          4242
  TCP    [::1]:5173             [::]:0                 ABHÖREN          88
  UDP    0.0.0.0:3000           *:*                                     9
`.replaceAll("\n", "\r\n");

test("listeners of Windows are read from netstat, in any language", () => {
  const found = (port: number) =>
    readNetstat(netstat, port).map(({ address, processes }) => [address, ...processes]);
  expect(found(3000)).toEqual([
    ["0.0.0.0", 4242],
    ["::", 4242],
  ]);
  expect(found(5173)).toEqual([
    ["127.0.0.1", 77],
    ["::1", 88],
  ]);
});

test("on Windows one server at both addresses is taken, and two are refused", () => {
  const answering = ["127.0.0.1", "::1"];
  const problem = (port: number) =>
    serverProblem(`http://localhost:${port}/`, answering, readNetstat(netstat, port), "windows");
  expect(problem(3000)).toBeNull();
  expect(problem(5173)).toContain("127.0.0.1:5173 (process 77) and [::1]:5173 (process 88)");
});

test("on macOS lsof shows the user's own: one server at both addresses is taken, and an unseen one refused", () => {
  const problem = (text: string) =>
    serverProblem("http://localhost:5173/", ["127.0.0.1", "::1"], readLsof(text), "macos");
  expect(problem("p77\nu501\nf23\nn*:5173\n")).toBeNull();
  expect(problem("p77\nu501\nf23\nn127.0.0.1:5173\nf24\nn[::1]:5173\n")).toBeNull();
  expect(problem("p77\nu501\nf23\nn127.0.0.1:5173\n")).toContain(
    "127.0.0.1:5173 (process 77, user 501) and [::1]:5173 (user unknown)",
  );
});

test("a connection reaches what listens at its very address, then what listens at all", () => {
  const at = (address: string) => ({ address, owner: null, isForeign: false, processes: [] });
  const listeners = [at("::"), at("127.0.0.1")];
  expect(["127.0.0.1", "::1"].map((address) => listenerAt(address, listeners)?.address)).toEqual([
    "127.0.0.1",
    "::",
  ]);
});
