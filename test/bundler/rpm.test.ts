import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundle, StagingError } from "../../src/bundler/index.ts";
import { isRpmRelation, rpmRelationFields } from "../../src/contract/shipped/package-relations.ts";
import { parseRelation } from "../../src/bundler/linux/rpm-relations.ts";
import {
  everyFile,
  everyOption,
  expectGolden,
  missingTool,
  Project,
  run,
  type AppCase,
} from "./project.ts";
import { readRpm } from "./rpm-reader.ts";

async function makeRpm(project: Project, app: AppCase): Promise<string> {
  const [made] = await bundle({
    staged: project.stage(app),
    formats: ["rpm"],
    outDir: project.folder,
    effort: "quick",
  });
  return made?.path ?? "";
}

async function checkHeader(app: AppCase, golden: string): Promise<void> {
  using project = new Project(everyFile);
  const { tags } = readRpm(readFileSync(await makeRpm(project, app)));
  // The sum of the compressed payload belongs to the version of zstd; another test compares it.
  expectGolden(golden, tags.replace(/^5092 .*$/m, "5092 <sum of the payload>"));
}

test("a plain app has a header with the least that rpm wants", () =>
  checkHeader({}, "plain.rpm-header.golden"));

test("every option has its tag in the header", () =>
  checkHeader(everyOption, "full.rpm-header.golden"));

test("the header holds the sum of the payload", async () => {
  using project = new Project();
  const { tags, payload } = readRpm(readFileSync(await makeRpm(project, {})));
  expect(tags).toContain(`5092 ["${createHash("sha256").update(payload).digest("hex")}"]`);
});

test("relations are read with rpm's bits for less, greater and equal", () => {
  const read = (text: string): unknown[] => Object.values(parseRelation(text, "depends"));
  expect(
    ["a", "a < 1", "a <= 1", "a = 1:2-3", "a >= 1", "a>1", "lib.so.1()(64bit)", " (a or b) "].map(
      read,
    ),
  ).toEqual([
    ["a", 0, ""],
    ["a", 2, "1"],
    ["a", 10, "1"],
    ["a", 8, "1:2-3"],
    ["a", 12, "1"],
    ["a", 4, "1"],
    ["lib.so.1()(64bit)", 0, ""],
    ["(a or b)", 0, ""],
  ]);
});

test("a boolean dependency is as a whole in parentheses, and names are no list", () => {
  const fitting = ["(a or b)", "((a >= 1 and b) or c)", "(lib.so.1()(64bit) or b)"];
  const others = ["(a or b", "((a or b)", "(a or b))", "(a) or (b)", "()", "a,b", "a = 1,b = 2"];
  const isRelation = (text: string): boolean => isRpmRelation(text, "depends");
  expect([...fitting, ...others].filter(isRelation)).toEqual(fitting);
});

// rpmbuild refuses the others: rpm would install the package, and take the text for a name.
test("only dependencies and conflicts may be boolean", () => {
  expect(rpmRelationFields.filter((field) => isRpmRelation("(a or b)", field))).toEqual([
    "depends",
    "conflicts",
  ]);
});

test("a dependency and a release that rpm cannot read are refused by field", () => {
  using project = new Project();
  const problems = (): unknown => {
    try {
      return project.stage({ rpm: { depends: ["a b c"], release: "1-2" } });
    } catch (error) {
      return error instanceof StagingError ? error.problems.map(({ field }) => field) : error;
    }
  };
  expect(problems()).toEqual(["framework.bundle.rpm.depends", "framework.bundle.rpm.release"]);
});

const skip = missingTool("rpm", "rpm2cpio", "cpio");
describe.skipIf(skip !== null)(`read by rpm (${skip ?? "installed"})`, () => {
  test("the sums are right and nothing is missing", async () => {
    using project = new Project(everyFile);
    const path = await makeRpm(project, everyOption);
    expect(path).toEndWith("/rpm/grusse-welt-2.0.0~beta.3-3.fc40.x86_64.rpm");
    expect(run(["rpm", "--checksig", path])).toEndWith(": digests OK\n");
    expectGolden("full.rpm-info.golden", run(["rpm", "-qip", path]));
    expectGolden(
      "full.rpm-relations.golden",
      run(["rpm", "-qp", "--provides", "--requires", "--conflicts", "--obsoletes", path]),
    );
    expectGolden("full.rpm-files.golden", run(["rpm", "-qp", "--list", "--verbose", path]));
    expect(run(["rpm", "-qp", "--configfiles", path])).toBe("/etc/greeter.ini\n");
    expect(run(["rpm", "-qp", "--licensefiles", path])).toBe(
      "/usr/share/licenses/grusse-welt/LICENSE\n",
    );
  });

  test("the unpacked files are the packed ones", async () => {
    using project = new Project(everyFile);
    const path = await makeRpm(project, everyOption);
    const root = join(project.folder, "root");
    mkdirSync(root);
    run(["sh", "-c", `rpm2cpio "${path}" | cpio --extract --make-directories --quiet`], {
      cwd: root,
    });
    expect(run([join(root, "usr/lib/grusse-welt/grusse-welt")])).toContain("greetings");
    expect(readFileSync(join(root, "usr/lib/grusse-welt/texts/deep/ünï.txt"), "utf8")).toBe("b\n");
    expect(readFileSync(join(root, "opt/greeter/data/a.txt"), "utf8")).toBe("a\n");
  });
});
