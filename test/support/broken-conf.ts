/** Every way that a runtime.conf can be wrong, made from a right one; and what the starters of all systems say it must be. */
export function brokenConfs(
  whole: string,
): Readonly<Record<string, [conf: string | Buffer, wanted: string]>> {
  const field = (key: string, value: string): string =>
    whole.replace(new RegExp(`^${key}=.*$`, "m"), `${key}=${value}`);
  const sizes = "must give sizes as numbers of bytes";
  const names = "must give a version and a key";
  const hashes = "must give both hashes";
  const isOnce = "must name every key once";
  return {
    "is empty": ["", "must end with a whole line"],
    "was cut off": [whole.slice(0, -2), "must end with a whole line"],
    "has no line breaks": [whole.replaceAll("\n", ""), "must end with a whole line"],
    "has line breaks of Windows": [whole.replaceAll("\n", "\r\n"), "must be plain lines of text"],
    "holds NUL": [whole.replace("name=", "name=\0"), "must be plain lines of text"],
    "holds half a letter": [Buffer.concat([Buffer.from(whole), Buffer.from([0xc3, 0x0a])]), "must be UTF-8"],
    "holds half a pair": [
      Buffer.concat([Buffer.from(whole), Buffer.from([0x61, 0x3d, 0xed, 0xa0, 0x80, 0x0a])]),
      "must be UTF-8",
    ],
    "has a line without a key": [`${whole}nothing\n`, "must be lines of key=value"],
    "has an empty line": [`${whole}\n`, "must be lines of key=value"],
    "is very long": [whole + "note=x\n".repeat(10_000), "must be shorter"],
    "is of another format": [field("format", "2"), "must be of format 1"],
    "is of no format": [whole.replace("format=1\n", ""), "must be of format 1"],
    "gives the app no name": [field("name", ""), "must give the app's name"],
    "names the key twice": [`${whole}key=other\n`, isOnce],
    "names a size twice": [`${whole}executable-size=1\n`, isOnce],
    "has a key that leads elsewhere": [field("key", "../../evil"), names],
    "has a key that leads elsewhere on Windows": [field("key", "..\\..\\evil"), names],
    "has a key that is two dots": [field("key", ".."), names],
    "has a key with a dot at its end": [field("key", "evil."), names],
    "has a key of another sign": [field("key", "1.0_0"), names],
    "has a version that leads elsewhere": [field("version", "../../evil"), names],
    "has a very long key": [field("key", "1".repeat(101)), names],
    "has a member that is too long": [
      field("member", "m".repeat(100)),
      "must give the member of the archive",
    ],
    "has a sum of other signs": [field("archive-sha512", "z".repeat(128)), hashes],
    "has a sum that is too short": [field("executable-sha256", "0".repeat(60)), hashes],
    "has a size that is no number": [field("executable-size", "-1"), sizes],
    "has a size that is nothing": [field("archive-size", "0"), sizes],
    "has a size past all numbers": [field("executable-size", "99999999999999999999999"), sizes],
    "has a size past all runtimes": [field("archive-size", "4294967297"), sizes],
    "has too many addresses": [
      whole + "address=https://a.invalid/\n".repeat(65),
      "must have fewer lines of one key",
    ],
  };
}
