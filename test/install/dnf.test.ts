// The behaviour of dnf with our packages, from a repository: the packages that it adds and removes,
// and the rest.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { DnfRepository, missingForDnf } from "./dnf-root.ts";
import { missingForRpmSigner, RpmSigner } from "./rpm-signer.ts";

const old = "framework-runtime-1.0.0 1.0.0";
const newer = "framework-runtime-2.0.0 2.0.0";

const skip = missingForDnf();
describe.skipIf(skip !== null)(`rpm packages in the hands of dnf (${skip ?? "dnf 4"})`, () => {
  let repository: DnfRepository;
  beforeAll(async () => {
    repository = await DnfRepository.of([
      { productName: "one", version: "1.0.0", runtime: "1.0.0" },
      { productName: "one", version: "2.0.0", runtime: "2.0.0" },
      { productName: "two", version: "1.0.0", runtime: "1.0.0" },
      { productName: "three", version: "1.0.0", runtime: "2.0.0" },
      {
        productName: "own",
        version: "1.0.0",
        runtime: null,
        bundle: { resources: { "icons/": "pictures" } },
        rpm: { files: { "/etc/own.ini": "settings.ini" } },
      },
      {
        productName: "own",
        version: "2.0.0",
        runtime: null,
        bundle: { resources: { "texts/": "texts" } },
      },
    ]);
  });
  afterAll(() => repository[Symbol.dispose]());

  test("a runtime comes with the first app that shares it, once, beside others, and goes with the last", () => {
    const root = repository.root();
    const before = root.paths();
    expect(root.after("install", "one-1.0.0")).toEqual([old, "one 1.0.0"]);
    expect(root.after("install", "two")).toEqual([old, "one 1.0.0", "two 1.0.0"]);
    expect(root.after("install", "three")).toEqual([
      old,
      newer,
      "one 1.0.0",
      "three 1.0.0",
      "two 1.0.0",
    ]);
    expect(root.after("remove", "one")).toEqual([old, newer, "three 1.0.0", "two 1.0.0"]);
    expect(root.after("autoremove")).toEqual([old, newer, "three 1.0.0", "two 1.0.0"]);
    expect(root.after("remove", "two")).toEqual([newer, "three 1.0.0"]);
    expect(root.after("remove", "three")).toEqual([]);
    expect(root.paths()).toEqual(before);
  });

  test("an update to a newer runtime installs that, and autoremove removes the unused one", () => {
    const root = repository.root();
    const before = root.paths();
    expect(root.after("install", "one-1.0.0")).toEqual([old, "one 1.0.0"]);
    // dnf removes unneeded packages along with a package that is removed, and not with an update.
    expect(root.after("upgrade")).toEqual([old, newer, "one 2.0.0"]);
    expect(root.after("autoremove")).toEqual([newer, "one 2.0.0"]);
    expect(root.after("remove", "one")).toEqual([]);
    expect(root.paths()).toEqual(before);
  });

  test("a runtime that was asked for by its file stays until it is marked as got for others", () => {
    const root = repository.root();
    const files = ["one-1.0.0", "framework-runtime-1.0.0"].map((name) => repository.file(name));
    expect(root.after("install", ...files)).toEqual([old, "one 1.0.0"]);
    expect(root.after("remove", "one")).toEqual([old]);
    root.dnf("mark", "remove", "framework-runtime-1.0.0");
    expect(root.after("autoremove")).toEqual([]);
  });

  test("an app is not installed where its runtime is not to be had", () => {
    const root = repository.root();
    const alone = () => root.dnf("install", "--disablerepo=*", repository.file("one-1.0.0"));
    expect(alone).toThrow("nothing provides framework-runtime-1.0.0(");
    expect(root.after("check")).toEqual([]);
  });

  test("an app with its own runtime is installed, updated and removed, and leaves nothing", () => {
    const root = repository.root();
    const before = root.paths();
    expect(root.after("install", "own-1.0.0")).toEqual(["own 1.0.0"]);
    expect(root.paths()).toContain("usr/lib/own/pictures/32x32.png");
    expect(root.after("upgrade")).toEqual(["own 2.0.0"]);
    expect(root.paths().filter((path) => /pictures|texts|own\.ini/.test(path))).toEqual([
      "usr/lib/own/texts",
      "usr/lib/own/texts/new.txt",
    ]);
    expect(root.after("remove", "own")).toEqual([]);
    expect(root.paths()).toEqual(before);
  });

  const noSigner = missingForRpmSigner();
  test.skipIf(noSigner !== null)(
    `with signatures required, dnf installs packages signed by rpmsign, and no others (${noSigner ?? "rpmsign"})`,
    async () => {
      using signer = new RpmSigner();
      signer.makeKey();
      const asking = ["gpgcheck=1", `gpgkey=file://${signer.key}`];
      using signed = await DnfRepository.of([
        { productName: "one", version: "1.0.0", runtime: "1.0.0" },
      ]);
      signed.publish(asking);
      expect(() => signed.root().dnf("install", "one")).toThrow("is not signed");
      signer.sign(["one-1.0.0", "framework-runtime-1.0.0"].map((name) => signed.file(name)));
      signed.publish(asking);
      expect(signed.root().after("install", "--refresh", "one")).toEqual([old, "one 1.0.0"]);
    },
  );
});
