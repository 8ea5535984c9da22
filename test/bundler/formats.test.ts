import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleBy, type BundleOptions, type Package } from "../../src/bundler/bundle.ts";
import type { FormatRow, FormatTable } from "../../src/bundler/format-table.ts";
import { formatNames, formats, formatsOf, type Format } from "../../src/bundler/formats.ts";
import type { StagedApp } from "../../src/bundler/index.ts";
import { bundleTypes } from "../../src/contract/shipped/bundle-types.ts";
import { architectures, systems } from "../../src/contract/target.ts";
import { makeParcels, parcelNames } from "./parcel.ts";
import { Project, run } from "./project.ts";

test("the table goes in the order of the configuration's bundle types, and has all of Linux's", () => {
  const types = Object.entries(bundleTypes);
  const known = types.map(([type]) => type);
  expect([...formatNames]).toEqual(
    formatNames.toSorted((a, b) => known.indexOf(a) - known.indexOf(b)),
  );
  expect(formatsOf("linux") as string[]).toEqual(
    types
      .filter(([, row]) => row.systems.some((system) => system === "linux"))
      .map(([type]) => type),
  );
});

test("the packages and updates for two processors have different names: both are published into one folder", () => {
  using project = new Project();
  for (const system of systems) {
    const [one = [], other = []] = architectures.map((architecture) => {
      const staged = project.stageFor(system, { architecture });
      const names = new Map<Format, readonly string[]>();
      for (const format of formatsOf(system)) {
        const row = (formats as FormatTable<Format>)[format][system];
        const sources = (row?.from ?? []).flatMap((name) => names.get(name as Format) ?? []);
        names.set(format, row?.names(staged, sources) ?? []);
      }
      // The folder of an app is published in a disk image, and in the archive of an update.
      names.delete("app");
      return [...names.values()].flat();
    });
    expect(one).toHaveLength(other.length);
    expect(one.filter((name) => other.includes(name))).toEqual([]);
  }
});

describe("an invented format, one row and one file", () => {
  const row = { names: parcelNames, make: makeParcels } as const;
  const table: FormatTable<Format | "parcel"> = {
    ...formats,
    parcel: { linux: row, windows: row },
  };
  type Options = BundleOptions<Format | "parcel">;

  /** Makes parcels into `out` of the project. */
  function make(
    project: Project,
    more: Partial<Options> = {},
  ): Promise<Package<Format | "parcel">[]> {
    const options = { staged: project.stage(), formats: ["parcel"], effort: "quick" } as const;
    return bundleBy(table, { ...options, outDir: join(project.folder, "out"), ...more });
  }

  /** All files below `out`. */
  const files = (project: Project): string[] =>
    run(["find", join(project.folder, "out"), "-type", "f", "-printf", "%P\n"])
      .trim()
      .split("\n")
      .sort();

  const parcels = ["de", "en"].flatMap((language) =>
    ["run", "texts/note"].map((file) => `parcel/greeter_1.2.3_${language}.parcel/${file}`),
  );

  test("makes folders, several of them, and leaves nothing else", async () => {
    using project = new Project();
    const reported: number[] = [];
    const made = await make(project, {
      report: (progress) => progress.state === "making" && reported.push(progress.done),
    });
    const executable = statSync(join(project.folder, "bin/app")).size;
    expect(
      made.map(({ format, path, bytes }) => [
        format,
        path.replace(`${project.folder}/`, ""),
        bytes,
      ]),
    ).toEqual([
      ["parcel", "out/parcel/greeter_1.2.3_de.parcel", executable + 10],
      ["parcel", "out/parcel/greeter_1.2.3_en.parcel", executable + 9],
    ]);
    expect(files(project)).toEqual(parcels);
    expect(reported).toEqual([0, 0.5, 1]);
  });

  test("is made beside the others, and for another system", async () => {
    using project = new Project();
    const made = await make(project, { formats: ["parcel", "deb"] });
    expect(made.map(({ format }) => format)).toEqual(["deb", "parcel", "parcel"]);
    expect(await make(project, { staged: project.stageFor("windows") })).toHaveLength(2);
    await expect(make(project, { staged: project.stageFor("macos") })).rejects.toThrow(
      'Cannot make "parcel" for macos: it is a format of linux and windows',
    );
  });

  test("replaces the folders of an earlier build whole", async () => {
    using project = new Project();
    project.write({
      "out/parcel/greeter_1.2.3_de.parcel/texts/old": "",
      "out/parcel/other/file": "",
    });
    await make(project);
    await make(project);
    expect(files(project)).toEqual(["parcel/other/file", ...parcels].sort());
  });

  test("has nothing under its name when the build is killed, and the next build begins anew", async () => {
    using project = new Project();
    const program = join(import.meta.dir, "../fixtures/bundler/killed-build.ts");
    const env = { ...process.env, TMPDIR: project.folder };
    const killed = Bun.spawnSync([process.execPath, program, join(project.folder, "out")], { env });
    expect(killed.signalCode).toBe("SIGKILL");
    const half = files(project);
    expect(half).toContain("parcel.part/greeter_1.2.3_de.parcel/run");
    expect(half.filter((path) => !path.startsWith("parcel.part/"))).toEqual([]);
    await make(project);
    expect(files(project)).toEqual(parcels);
  });

  test("leaves what was there when it fails half-way", async () => {
    using project = new Project();
    const failing: FormatRow = {
      names: parcelNames,
      make: (staged, context) => {
        makeParcels(staged, context);
        throw new Error("no space left");
      },
    };
    await make(project);
    const note = join(project.folder, "out/parcel/greeter_1.2.3_de.parcel/texts/note");
    writeFileSync(note, "as it was");
    const options = {
      staged: project.stage(),
      formats: ["parcel"],
      outDir: join(project.folder, "out"),
    } as const;
    await expect(bundleBy({ parcel: { linux: failing } }, options)).rejects.toThrow(
      "no space left",
    );
    expect(files(project)).toEqual(parcels);
    expect(readFileSync(note, "utf8")).toBe("as it was");
  });

  test("leaves what was there when its folder cannot be put in place", async () => {
    using project = new Project();
    // A file with the name of the second folder.
    mkdirSync(join(project.folder, "out/parcel"), { recursive: true });
    writeFileSync(join(project.folder, "out/parcel/greeter_1.2.3_en.parcel"), "taken");
    await expect(make(project)).rejects.toThrow();
    expect(files(project)).toEqual([...parcels.slice(0, 2), "parcel/greeter_1.2.3_en.parcel"]);
  });
});

test("the memory of a format is released before the next one is made", async () => {
  using project = new Project();
  const held: WeakRef<Uint8Array>[] = [];
  let left = 0;
  const names = (): string[] => ["app"];
  const first: FormatRow = {
    names,
    make: (_, { folder }) => {
      for (let index = 0; index < 100; index++) held.push(new WeakRef(new Uint8Array(10_000)));
      writeFileSync(join(folder, "app"), "");
    },
  };
  const second: FormatRow = {
    names,
    make: (_, { folder }) => {
      left = held.filter((one) => one.deref() !== undefined).length;
      writeFileSync(join(folder, "app"), "");
    },
  };
  const table = { first: { linux: first }, second: { linux: second } };
  const outDir = join(project.folder, "out");
  await bundleBy(table, { staged: project.stage(), formats: ["first", "second"], outDir });
  // A conservative collector takes random values on the stack for references.
  expect(left).toBeLessThan(10);
});

describe("a format that is made from others", () => {
  const piece = (ending: string): FormatRow<StagedApp, never> => ({
    names: () => [`app.${ending}`],
    make: (_, { folder }) => writeFileSync(join(folder, `app.${ending}`), ending),
  });
  const wrapper: FormatRow<StagedApp, "one" | "two"> = {
    from: ["one", "two"],
    names: (_, sources) => sources.map((source) => `${source}.wrapped`),
    make: (_, { folder, sources }) => {
      for (const source of sources) {
        writeFileSync(join(folder, `${source.split("/").at(-1)}.wrapped`), readFileSync(source));
      }
    },
  };
  const table = {
    one: { linux: piece("one") },
    two: { linux: piece("two") },
    wrapped: { linux: wrapper },
  } as const;
  type Name = keyof typeof table;

  const cases: [name: string, wanted: Name[], present: Name[], made: string[]][] = [
    [
      "is made from the first when none is asked for",
      ["wrapped"],
      [],
      ["app.one", "app.one.wrapped"],
    ],
    ["is made from the one asked for", ["wrapped", "two"], [], ["app.two", "app.two.wrapped"]],
    [
      "is made from each that is asked for",
      ["wrapped", "two", "one"],
      [],
      ["app.one", "app.two", "app.one.wrapped", "app.two.wrapped"],
    ],
    ["is made from the one that is there", ["wrapped"], ["two"], ["app.two.wrapped"]],
  ];
  test.each(cases)("%s", async (_, formats, there, expected) => {
    using project = new Project();
    const options = { staged: project.stage(), outDir: join(project.folder, "out") };
    const present = await bundleBy<Name>(table, { ...options, formats: there });
    const made = await bundleBy<Name>(table, { ...options, formats, present });
    expect(made.map(({ path }) => path.split("/").at(-1) ?? "")).toEqual(expected);
  });
});
