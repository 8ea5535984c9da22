import { describe, expect, test } from "bun:test";
import { baseDirectories, folderHost } from "../../src/app/paths/base-directories.ts";
import { desktopEntry } from "../../src/bundler/linux/desktop-entry.ts";
import { commonEntries } from "../../src/bundler/linux/layout.ts";
import { packageVersion } from "../../src/bundler/linux/package-version.ts";
import { renderTemplate } from "../../src/bundler/linux/template.ts";
import { executableName, productFileName } from "../../src/bundler/product-file-name.ts";
import { packageName } from "../../src/contract/shipped/package-name.ts";
import type { System } from "../../src/contract/target.ts";
import {
  everyFile,
  everyOption,
  expectGolden,
  missingTool,
  Project,
  run,
  type AppCase,
} from "./project.ts";

describe("a package name", () => {
  const cases: [product: string, name: string][] = [
    ["Greeter", "greeter"],
    ["Hello World 2", "hello-world-2"],
    ["MyHTTPServer", "my-http-server"],
    ["Café Größe", "cafe-grosse"],
    ["  --App!  ", "app"],
    ["C++ Tool", "c++-tool"],
    ["a_b.c", "a-b.c"],
    ["日本語", "org.example.app"],
    ["日本語 2", "org.example.app"],
    ["X", "org.example.app"],
    ["Dash", "org.example.app"],
    ["libc6", "org.example.app"],
    ["Dash Board", "dash-board"],
    ["", "org.example.app"],
  ];
  test.each(cases)("of %j is %s", (product, name) => {
    expect(packageName(product, "org.example.App")).toBe(name);
  });

  test("is legal whatever the product is called", () => {
    const letters = ["a", "Z", "9", " ", "-", ".", "+", "_", "é", "ß", "日", "/", "🙂", "ı"];
    for (let number = 0; number < letters.length ** 3; number++) {
      const product = [1, letters.length, letters.length ** 2].map(
        (unit) => letters[Math.floor(number / unit) % letters.length],
      );
      expect(packageName(product.join(""), "org.example.app")).toMatch(/^[a-z0-9][a-z0-9+.-]+$/);
    }
  });
});

describe("a product's name as that of files", () => {
  const cases: [
    product: string,
    names: { [S in System]?: string },
    executables: { [S in System]?: string },
  ][] = [
    [
      "Hello World 2",
      { windows: "Hello World 2", macos: "Hello World 2" },
      { linux: "Hello-World-2" },
    ],
    ["Ada's App", { windows: "Ada's App", macos: "Ada's App" }, { windows: "Ada-s-App.exe" }],
    ["Café: a/b?", { windows: "Café a b", macos: "Café- a-b?" }, { macos: "Café-a-b" }],
    ["100% ${free}", { windows: "100 free", macos: "100% ${free}" }, { windows: "100-free.exe" }],
    ["Aux", { windows: "Aux App", macos: "Aux" }, { windows: "Aux-app.exe", linux: "Aux" }],
    ["..hidden.", { windows: "hidden", macos: "hidden." }, { linux: "hidden" }],
    ["日本語", { windows: "日本語", macos: "日本語" }, { linux: "日本語" }],
    ["...", { windows: "App", macos: "App" }, { linux: "app", windows: "app.exe" }],
  ];
  test.each(cases)("%j", (product, names, executables) => {
    for (const system of ["windows", "macos"] as const)
      expect([system, productFileName(product, system)]).toEqual([system, names[system] ?? ""]);
    for (const [system, name] of Object.entries(executables))
      expect([system, executableName(product, system as System)]).toEqual([system, name]);
  });
});

test.each(["Greeter", "Grüße, Welt!", "日本語", "Bin", "lib"])(
  "the app called %s finds its resources where its package puts them",
  (productName) => {
    using project = new Project({ "data/a.txt": "a" });
    const staged = project.stage({ productName, bundle: { resources: { "data/a.txt": "a.txt" } } });
    const paths = commonEntries(staged, new Uint8Array(), staged.deb).map(({ path }) => `/${path}`);
    const { identifier } = staged;
    const executable =
      paths.find((path) => path.endsWith(`/${staged.packageName}/${staged.packageName}`)) ?? "";
    const { RESOURCE } = baseDirectories(
      { identifier, executable, name: productName },
      folderHost("linux"),
    );
    expect(paths).toContain(`${RESOURCE}/a.txt`);
  },
);

describe("a package version", () => {
  const cases: [version: string, expected: string][] = [
    ["1.2.3", "1.2.3"],
    ["1.2.3-beta.1", "1.2.3~beta.1"],
    ["1.2.3-alpha-2", "1.2.3~alpha.2"],
    ["1.2.3+build.5", "1.2.3+build.5"],
    ["1.2.3-rc.1+exp-sha", "1.2.3~rc.1+exp.sha"],
  ];
  test.each(cases)("of %s is %s", (version, expected) => {
    expect(packageVersion(version)).toBe(expected);
  });
  test.each(["", "v1.0.0", "1.0.0_1", "latest", "1.0.0\n"])("of %j is refused", (version) => {
    expect(() => packageVersion(version)).toThrow("use a semantic version");
  });
});

describe("a desktop entry", () => {
  const skip = missingTool("desktop-file-validate");
  function check(app: AppCase, golden: string): void {
    using project = new Project(everyFile);
    const staged = project.stage(app);
    const entry = desktopEntry(staged, staged.deb.desktopTemplate);
    expectGolden(golden, entry);
    if (skip !== null) return;
    project.write({ "org.example.greeter.desktop": entry });
    expect(
      run(["desktop-file-validate", "org.example.greeter.desktop"], { cwd: project.folder }),
    ).toBe("");
  }

  test("of a plain app", () => check({}, "plain.desktop.golden"));
  test("by a template", () => check(everyOption, "full.desktop.golden"));
  test("with text that must be escaped", () =>
    check(
      {
        productName: "Back\\slash",
        bundle: { shortDescription: "a \\n b", category: "PuzzleGame" },
      },
      "escaped.desktop.golden",
    ));
});

test("a template that gives no desktop entry is refused, by its field", () => {
  const reasonAgainst = (text: string, format: "deb" | "rpm" = "deb"): string => {
    using project = new Project({ ...everyFile, "entry.hbs": text });
    try {
      project.stage({ [format]: { desktopTemplate: "entry.hbs" } });
      return "";
    } catch (error) {
      return error instanceof Error ? error.message : "";
    }
  };
  const wrong = (field: string, says: string): string =>
    `framework.bundle.${field}.desktopTemplate: Cannot use template "entry.hbs": ${says}`;
  const keys = "Type=Application\nName={{name}}\n";
  const whole = `# Ours\n\n[Desktop Entry]\n${keys}Exec = {{exec}}\n`;
  expect([reasonAgainst(whole), reasonAgainst(whole.replaceAll("\n", "\r\n"))]).toEqual(["", ""]);
  expect(reasonAgainst("Our licence\n")).toBe(
    wrong("deb", "its first line must be [Desktop Entry]"),
  );
  // The keys of an action are not those of the entry.
  expect(
    reasonAgainst(`[Desktop Entry]\n${keys}\n[Desktop Action New]\nExec={{exec}}\n`, "rpm"),
  ).toBe(wrong("rpm", '[Desktop Entry] must have a line "Exec="'));
  expect(reasonAgainst(`${whole}{{homepage}}\n`)).toStartWith(wrong("deb", "{{homepage}} must be"));
});

describe("a template", () => {
  const values = { name: "App", comment: null };
  const render = (text: string): string => renderTemplate(text, values, "entry.hbs");
  test("puts values in", () => expect(render("<{{name}}> {{ name }}\n")).toBe("<App> App\n"));
  test("leaves out a block without a value, with its lines", () => {
    expect(render("a\n{{#if comment}}\nb={{comment}}\n{{/if}}\nc\n")).toBe("a\nc\n");
    expect(render("a\n{{#if name}}\nb\n{{else}}\nc\n{{/if}}\nd\n")).toBe("a\nb\nd\n");
    expect(render("{{#if name}}x{{#if comment}}y{{/if}}z{{/if}}\n")).toBe("xz\n");
    expect(render("a={{name}}{{#if name}}\nb={{name}}{{/if}}\n")).toBe("a=App\nb=App\n");
  });
  test("refuses a variable that does not exist and a block that does not end", () => {
    expect(() => render("{{nam}}")).toThrow(
      'Cannot use template "entry.hbs": {{nam}} must be one of name, comment',
    );
    expect(() => render("{{#if name}}")).toThrow("every {{#if}} needs its {{/if}}");
  });
});
