import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "../../src/bundler/index.ts";
import { debControl } from "../../src/bundler/linux/deb.ts";
import { folded } from "../../src/bundler/linux/deb-package.ts";
import { ar, maxMember } from "../../src/bundler/write/ar.ts";
import { debRelationFields, isDebRelation } from "../../src/contract/shipped/package-relations.ts";
import { checkDebRelation } from "../../src/bundler/linux/deb-relations.ts";
import {
  everyFile,
  everyOption,
  expectGolden,
  missingTool,
  Project,
  run,
  type AppCase,
} from "./project.ts";

function checkControl(app: AppCase, golden: string): void {
  using project = new Project(everyFile);
  expectGolden(golden, debControl(project.stage(app), 1234));
}

test("a plain app has a short control file", () => checkControl({}, "plain.control.golden"));

test("every option has its line in the control file", () =>
  checkControl(everyOption, "full.control.golden"));

test("files of more than ten digits of bytes, packed, are an error", () => {
  const archive = (length: number) =>
    ar([{ name: "data.tar.xz", bytes: { path: "/not-read", start: 0, length } }], 0);
  const [start, header, content] = archive(maxMember).parts;
  expect([start, header, content].map((part) => part?.length)).toEqual([8, 60, maxMember]);
  expect(() => archive(maxMember + 1)).toThrow(
    'Cannot put "data.tar.xz" with 10000 MB into a .deb: it may have at most 9999 MB; take large files out',
  );
});

test("a folded description keeps its empty lines as dots", () =>
  checkControl(
    { bundle: { longDescription: "One.\n\nTwo.\r\n" } },
    "folded-description.control.golden",
  ));

test.each(["libc6", "g++:any", "a | b (>= 1:2.0~rc1-1)", "a(<<2), b ( = 1.0+x )"])(
  "dpkg knows the relation %j",
  (relation) => expect(() => checkDebRelation(relation, "depends")).not.toThrow(),
);

test("dpkg knows alternatives in dependencies alone, and provides exact versions", () => {
  const fields = (relation: string) =>
    debRelationFields.filter((field) => isDebRelation(relation, field));
  expect(fields("a | b")).toEqual(["depends"]);
  expect(fields("a (>= 1)")).toEqual(["depends", "conflicts", "replaces"]);
  expect(fields("a (= 1), b")).toEqual(["depends", "provides", "conflicts", "replaces"]);
});

test.each([
  "",
  "a b",
  "a (>= 1",
  "a >= 1",
  "a (=> 1)",
  "a,",
  "a [amd64]",
  "(a or b)",
  "a\nEssential: yes",
])("dpkg would install no package with the relation %j", (relation) => {
  using project = new Project();
  for (const field of ["depends", "provides", "conflicts", "replaces"] as const)
    expect(() => project.stage({ deb: { [field]: [relation] } })).toThrow(
      `framework.bundle.deb.${field}: `,
    );
});

test("a line that begins with a dot is a text, and not the mark of an empty one", () => {
  expect(folded("For\n.NET\n.\n\nand others")).toEqual([
    " For",
    "  .NET",
    "  .",
    " .",
    " and others",
  ]);
});

test("a summary is one line, and the product's name when there is none", () => {
  using project = new Project({ "package.json": "{}" });
  const summary = (shortDescription: string | null): string =>
    project.stage({ bundle: { shortDescription } }).summary;
  expect([summary("two\n lines "), summary(null), summary("")]).toEqual([
    "two lines",
    "Greeter",
    "Greeter",
  ]);
  // For lintian a description that begins with the package's name is an error.
  expect(debControl(project.stage(), 1)).toContain("\nDescription: Desktop application Greeter\n");
});

const skip = missingTool("dpkg-deb", "dpkg", "tar");
describe.skipIf(skip !== null)(`read by dpkg-deb (${skip ?? "installed"})`, () => {
  async function makeDeb(project: Project, app: AppCase): Promise<string> {
    const [made] = await bundle({
      staged: project.stage(app),
      formats: ["deb"],
      outDir: project.folder,
      effort: "quick",
    });
    return made?.path ?? "";
  }

  test("every option puts its files where they belong", async () => {
    using project = new Project(everyFile);
    const path = await makeDeb(project, everyOption);
    expect(path).toEndWith("/deb/grusse-welt_2.0.0~beta.3_amd64.deb");
    expectGolden("full.deb-contents.golden", run(["dpkg-deb", "--contents", path]));
    expectGolden(
      "full.deb-info.golden",
      run(["dpkg-deb", "--info", path]).replace(/ size \d+ .*\n/, ""),
    );
  });

  test("the unpacked files are the packed ones, and match their sums", async () => {
    using project = new Project(everyFile);
    const path = await makeDeb(project, everyOption);
    const root = join(project.folder, "root");
    run(["dpkg-deb", "--raw-extract", path, root]);
    expect(run(["md5sum", "--check", "--quiet", "DEBIAN/md5sums"], { cwd: root })).toBe("");
    expect(run([join(root, "usr/lib/grusse-welt/grusse-welt")])).toContain("greetings");
    expect(await Bun.file(join(root, "usr/lib/grusse-welt/texts/deep/ünï.txt")).text()).toBe("b\n");
    expect(run(["zcat", join(root, "usr/share/doc/grusse-welt/changelog.gz")])).toBe(
      everyFile["CHANGES"] as string,
    );
    expect(await Bun.file(join(root, "DEBIAN/conffiles")).text()).toBe("/etc/greeter.ini\n");
  });

  const skipChangelog = missingTool("dpkg-parsechangelog");
  test.skipIf(skipChangelog !== null).each([
    ["an address", "Ada Byron <ada@example.org>", "Ada Byron <ada@example.org>"],
    ["no address", "Ada Byron", "Ada Byron <>"],
  ])("dpkg reads the changelog of an author with %s", async (_, author, signer) => {
    using project = new Project({ "package.json": JSON.stringify({ name: "greeter", author }) });
    run(["dpkg-deb", "--extract", await makeDeb(project, {}), "root"], { cwd: project.folder });
    const changelog = join(project.folder, "changelog");
    writeFileSync(
      changelog,
      run(["zcat", join(project.folder, "root/usr/share/doc/greeter/changelog.gz")]),
    );
    const parsed = Bun.spawnSync(["dpkg-parsechangelog", "--file", changelog]);
    expect(parsed.stderr.toString()).toBe("");
    expect(parsed.stdout.toString()).toContain(`\nMaintainer: ${signer}\n`);
  });

  test("a path of more than 100 bytes survives", async () => {
    const long = `${"folder-".repeat(12)}/${"name-".repeat(20)}.txt`;
    using project = new Project({ [`data/${long}`]: "long\n" });
    const path = await makeDeb(project, { bundle: { resources: ["data"] } });
    expect(run(["dpkg-deb", "--contents", path])).toContain(`./usr/lib/greeter/data/${long}\n`);
  });

  test("pre-releases sort before the release, as dpkg compares them", () => {
    const order = [
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
      "1.0.1-a-b",
    ];
    using project = new Project();
    const versions = order.map(
      (version) => debControl(project.stage({ version }), 1).match(/^Version: (.*)$/m)?.[1] ?? "",
    );
    const sorted = versions.slice(1).every((version, index) => {
      return (
        Bun.spawnSync(["dpkg", "--compare-versions", versions[index] ?? "", "lt", version])
          .exitCode === 0
      );
    });
    expect({ versions, sorted }).toEqual({
      versions: [
        "1.0.0~alpha",
        "1.0.0~alpha.1",
        "1.0.0~beta.2",
        "1.0.0~beta.11",
        "1.0.0~rc.1",
        "1.0.0",
        "1.0.1~a.b",
      ],
      sorted: true,
    });
  });
});
