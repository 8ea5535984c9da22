import type { BlockList } from "node:net";

// The hosts that no `*` of a scope includes: the servers on this machine, which often need no
// password because only this machine reaches them, and servers that trust it because of its
// network. A cloud's metadata service returns the machine's own credentials to any sender of a
// request.

let known: BlockList | undefined;

function internal(): BlockList {
  if (known !== undefined) return known;
  const list = new (net().BlockList)();
  for (const [address, prefix] of ipv4) list.addSubnet(address, prefix, "ipv4");
  for (const [address, prefix] of ipv6) list.addSubnet(address, prefix, "ipv6");
  return (known = list);
}

/** Not imported: see `test/project/start-modules.test.ts`. */
const net = () => process.getBuiltinModule("node:net");

/** A socket that connects to one of the second kind reaches the first. */
const loopback = {
  ipv4: [
    ["127.0.0.0", 8],
    ["0.0.0.0", 8],
  ],
  ipv6: [
    ["::1", 128],
    ["::", 128],
  ],
} as const;
const ipv4 = [
  ...loopback.ipv4,
  // Link-local: most clouds, 169.254.169.254, and the neighbours on the cable.
  ["169.254.0.0", 16],
  // Alibaba.
  ["100.100.100.200", 32],
  // Azure's host.
  ["168.63.129.16", 32],
  // Oracle's first generation.
  ["192.0.0.192", 32],
] as const;
const ipv6 = [
  ...loopback.ipv6,
  ["fe80::", 10],
  ["fec0::", 10],
  // Unique local: EC2's fd00:ec2::254, Google's fd20:ce::254, Oracle's fd00:c1::a9fe:a9fe, and
  // others to come.
  ["fc00::", 7],
] as const;

/** For users with a proxy, which resolves these names itself. */
const internalNames = new Set([
  "localhost.localdomain",
  "ip6-localhost",
  "ip6-loopback",
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "instance-data",
  "instance-data.ec2.internal",
  "metadata.azure.internal",
  "metadata.tencentyun.com",
  "metadata.packet.net",
  "metadata.platformequinix.com",
  "api.metadata.cloud.ibm.com",
]);

/** Whether a host of a parsed address is a name or an address of this machine's surroundings. */
export function isInternalHost(hostname: string): boolean {
  if (isAddress(hostname)) return isInternalAddress(hostname.replace(/^\[|\]$/g, ""));
  const name = hostname.replace(/\.$/, "");
  // Source: RFC 6761, section 6.3.
  return internalNames.has(name) || name.split(".").at(-1) === "localhost";
}

/** Whether a host with a `*`, given by its labels, can only be on this machine. */
export function isLoopbackPattern(labels: readonly string[]): boolean {
  return labels.at(-1) === "localhost";
}

/** Whether such a host is an address, not a name. */
export function isAddress(hostname: string): boolean {
  return hostname.startsWith("[") || net().isIPv4(hostname);
}

/** The same for an address from a resolver. */
export function isInternalAddress(address: string): boolean {
  if (net().isIPv4(address)) return internal().check(address, "ipv4");
  const [text = ""] = address.split("%");
  return (
    internal().check(text, "ipv6") ||
    heldAddresses(text).some((held) => internal().check(held, "ipv4"))
  );
}

const teredo = /^20010000/;
// An IPv6 address with this prefix holds an IPv4 address from this byte on, and a gateway forwards
// to that one.
const holders: readonly (readonly [start: RegExp, ...at: readonly number[]])[] = [
  // ::a.b.c.d, ::ffff:a.b.c.d and ::ffff:0:a.b.c.d (RFC 4291, RFC 2765)
  [/^0{24}|^0{20}ffff|^0{16}ffff0000/, 12],
  // 64:ff9b::/96, and 64:ff9b:1::/48, in which a network has a prefix of its own (RFC 6052, RFC
  // 8215)
  [/^0064ff9b0{16}/, 12],
  [/^0064ff9b0001/, 6, 7, 9, 12],
  // 6to4 (RFC 3056)
  [/^2002/, 2],
  // ISATAP (RFC 5214)
  [/^.{16}0[02]005efe/, 12],
  // Teredo's server; the client comes last, with all bits inverted (RFC 4380)
  [teredo, 4],
];

function heldAddresses(address: string): readonly string[] {
  const bytes = bytesOf(address);
  const hex = Buffer.from(bytes).toString("hex");
  const held = holders.flatMap(([start, ...places]) =>
    start.test(hex) ? places.map((at) => heldAt(bytes, at)) : [],
  );
  const turned = bytes.map((byte) => 255 - byte);
  return teredo.test(hex) ? [...held, heldAt(turned, 12)] : held;
}

/** Byte 8 is skipped in an address that is spread around it. */
function heldAt(bytes: readonly number[], at: number): string {
  return bytes
    .map((byte, index) => ({ byte, index }))
    .slice(at)
    .filter(({ index }) => index !== 8)
    .slice(0, 4)
    .map(({ byte }) => byte)
    .join(".");
}

function bytesOf(address: string): readonly number[] {
  // A parsed address is in its shortest form, without dots.
  const [start = "", end] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const before = groups(start);
  const after = groups(end ?? "");
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
