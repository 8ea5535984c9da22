import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateKeys } from "../../../src/cli/signer/minisign.ts";
import { png, run } from "../../bundler/project.ts";
import { tempDir, type TempDir } from "../../../harness/temp-dir.ts";
import { isSigned, lightKey, timesOf, unwrap } from "../signer/signature.ts";
import { runTool, type ToolResult } from "../tool.ts";

const keys = generateKeys(null);
const gnu = process.arch === "arm64" ? "aarch64" : "x86_64";

/** A project whose updates are checked with `pubkey`; its first hook leaves a file. */
function project({
  pubkey = keys.publicKey,
  active = true,
  hook = "touch ran",
  validDays = undefined as number | undefined,
} = {}): TempDir {
  return tempDir({
    "package.json": '{"name": "small", "type": "module"}',
    "dist/index.html": "<!doctype html><p>Hello",
    "src-framework/icon.png": png(64, 64),
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Small", version: "1.2.3" },
      build: { distDir: "../dist", devPath: "../dist", beforeBuildCommand: hook },
      framework: {
        bundle: { active: true, identifier: "org.example.small", icon: ["icon.png"] },
        updater: { active, pubkey, endpoints: ["https://example.org/feed.json"], validDays },
        windows: [{}],
      },
    }),
  });
}

const targetsOf = (...targets: string[]): string =>
  JSON.stringify({ framework: { bundle: { targets } } });

const build = (
  app: TempDir,
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<ToolResult> =>
  runTool(app.path, ["build", ...args], {
    SOURCE_DATE_EPOCH: "1700000000",
    FRAMEWORK_PRIVATE_KEY: "",
    ...env,
  });

test("the updater's archive holds the AppImage, signed with version and target, and a feed tells of it", async () => {
  const hook = 'test -z "$FRAMEWORK_PRIVATE_KEY$FRAMEWORK_KEY_PASSWORD"';
  const made = await Promise.all(
    [0, 1].map(async () => {
      using app = project({ hook });
      const { code, err, out } = await build(
        app,
        { FRAMEWORK_PRIVATE_KEY: keys.secretKey },
        "--bundles",
        "updater",
        "--json",
        "--debug",
      );
      expect({ code, err }).toEqual({
        code: 0,
        err: expect.stringContaining("Signing the update"),
      });
      const result = JSON.parse(out);
      expect(result.packages.map(({ format }: { format: string }) => format)).toEqual([
        "appimage",
        "updater",
        "updater",
        "updater",
      ]);
      const [appImage, archive, image, index] = result.packages.map(
        ({ path }: { path: string }) => path,
      );
      const name = `small_1.2.3_${gnu}.AppImage`;
      const folder = join(app.path, "src-framework/target/debug/bundle/updater");
      expect([archive, result.update]).toEqual([
        join(folder, `${name}.tar.gz`),
        { signature: join(folder, `${name}.tar.gz.sig`), feed: join(folder, "small.update.json") },
      ]);

      expect(run(["tar", "--list", "--verbose", "--full-time", "-f", archive])).toMatch(
        new RegExp(`^-rwxr-xr-x root/root +\\d+ 2023-11-14 22:13:20 ${name}\n$`),
      );
      run(["tar", "-xf", archive], { cwd: app.path });
      expect(readFileSync(join(app.path, name)).equals(readFileSync(appImage))).toBe(true);

      const bytes = readFileSync(archive);
      const signature = readFileSync(result.update.signature, "utf8");
      expect(isSigned(bytes, signature, keys.publicKey)).toBe(true);
      expect(unwrap(signature)[2]).toStartWith(
        `trusted comment: timestamp:1700000000\tfile:${name}.tar.gz\tapp:org.example.small\tversion:1.2.3\ttarget:linux-${gnu}\tsha512:`,
      );
      const feed = readFileSync(result.update.feed, "utf8");
      const { signature: ofIndex } = JSON.parse(feed).platforms[`linux-${gnu}`].chunks;
      expect(isSigned(readFileSync(index), ofIndex, keys.publicKey)).toBe(true);
      expect(unwrap(ofIndex)[2]).toContain(
        `\tapp:org.example.small\tversion:1.2.3\ttarget:linux-${gnu}\tsha512:`,
      );
      expect(readFileSync(image).equals(readFileSync(appImage))).toBe(true);
      expect(JSON.parse(feed)).toEqual({
        version: "1.2.3",
        pub_date: "2023-11-14T22:13:20.000Z",
        platforms: {
          [`linux-${gnu}`]: {
            signature,
            url: `${name}.tar.gz`,
            chunks: { url: name, index: `${name}.index`, signature: ofIndex },
          },
        },
      });
      return { bytes, feed };
    }),
  );
  expect(made[0]?.bytes.equals(made[1]?.bytes ?? new Uint8Array())).toBe(true);
  expect(made[0]?.feed).toBe(made[1]?.feed ?? "");
});

test("with validDays the signatures end so many days after the build, however old the sources are", async () => {
  using app = project({ validDays: 30 });
  const before = Math.floor(Date.now() / 1000);
  const { code, out } = await build(
    app,
    { FRAMEWORK_PRIVATE_KEY: keys.secretKey },
    "--bundles",
    "updater",
    "--json",
    "--debug",
  );
  expect(code).toBe(0);
  const { platforms } = JSON.parse(readFileSync(JSON.parse(out).update.feed, "utf8"));
  const { signature, chunks } = platforms[`linux-${gnu}`];
  for (const text of [signature, chunks.signature]) {
    const [time = 0, expires] = timesOf(text);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(expires).toBe(time + 30 * 86_400);
  }
});

test("without a key, what the configuration names is made but for the update, and a note says so", async () => {
  using app = project();
  const { code, err, out } = await build(
    app,
    {},
    "--debug",
    "--json",
    "--config",
    targetsOf("appimage", "updater"),
  );
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringContaining(
      "Makes no update: set FRAMEWORK_PRIVATE_KEY to the key that signs updates, or to its file\n",
    ),
  });
  const { packages, update } = JSON.parse(out);
  expect([packages.map(({ format }: { format: string }) => format), update]).toEqual([
    ["appimage"],
    null,
  ]);
});

test("a key that is missing for --bundles, no key or another one is an error before the first hook", async () => {
  const other = generateKeys(null);
  const check = async (
    options: Parameters<typeof project>[0],
    env: Readonly<Record<string, string>>,
    says: string,
    args: readonly string[] = [],
  ): Promise<void> => {
    using app = project(options);
    const { code, err } = await build(app, env, ...args);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(says) });
    expect(existsSync(join(app.path, "ran"))).toBe(false);
  };
  const key = { FRAMEWORK_PRIVATE_KEY: keys.secretKey };
  await check(
    {},
    {},
    'Cannot make "updater" without the key that signs updates: set FRAMEWORK_PRIVATE_KEY',
    ["--bundles", "updater"],
  );
  await check(
    {},
    { FRAMEWORK_PRIVATE_KEY: "none" },
    "Cannot use the secret key: it is no secret key of minisign",
  );
  for (const path of ["/nope", "~/my-app.key", "keys/nope", "C:\\keys\\nope.key"])
    await check(
      {},
      { FRAMEWORK_PRIVATE_KEY: path },
      `Cannot find "${path}", which FRAMEWORK_PRIVATE_KEY names: want the file of a secret key, or the key itself`,
    );
  for (const damaged of [keys.secretKey.slice(2), "untrusted comment: a key. RWRT/", "/x\nRWRT"])
    await check(
      {},
      { FRAMEWORK_PRIVATE_KEY: damaged },
      "Cannot use the secret key: it is no secret key of minisign",
    );
  await check(
    { pubkey: other.publicKey },
    key,
    "must be the one that framework.updater.pubkey belongs to",
  );
  await check({ pubkey: "none" }, key, "must be a public key of minisign");
  const { secretKey: FRAMEWORK_PRIVATE_KEY, publicKey: pubkey } = lightKey;
  await check(
    { pubkey },
    { FRAMEWORK_PRIVATE_KEY, FRAMEWORK_KEY_PASSWORD: "wrong" },
    "Cannot use the secret key: the password does not fit",
  );
  await check({ pubkey }, { FRAMEWORK_PRIVATE_KEY }, "set FRAMEWORK_KEY_PASSWORD to its password", [
    "--ci",
  ]);
  await check(
    { active: false },
    key,
    'Cannot make "updater": set framework.updater.active to true',
    ["--bundles", "updater"],
  );
});

test("without the updater in use, every bundle is made without a key", async () => {
  using app = project({ active: false });
  const { code, out } = await build(app, {}, "--json");
  expect(code).toBe(0);
  const { packages, update } = JSON.parse(out);
  expect(packages.map(({ format }: { format: string }) => format)).toEqual([
    "deb",
    "rpm",
    "appimage",
  ]);
  expect(update).toBeNull();
});
