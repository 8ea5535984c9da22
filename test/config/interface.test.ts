import { expect, test } from "bun:test";
import { absentValue } from "../../src/config/read/settle.ts";
import { allFields } from "../../src/config/shape/field-index.ts";
import type { IndexedField } from "../../src/config/shape/field-index.ts";
import type { Shape } from "../../src/config/fields/field.ts";
import { checkText } from "../../src/config/read/load.ts";
import type { InterfaceField } from "../../tools/interface-fields.ts";
import interfaceFields from "../fixtures/interface-fields.json" with { type: "json" };
import type { Table, Value } from "./written.ts";

/** The rows of the interface's document. */
const rows: readonly InterfaceField[] = interfaceFields;

/** Records that the document has without a name of their own. */
const sectionNames: Readonly<Record<string, string>> = {
  FsScopeDetail: "FsAllowlistScope",
  ShellValidatedArg: "ShellAllowedArg",
  BeforeDevCommandDetail: "BeforeDevCommand",
  HookCommandDetail: "HookCommand",
};

/** Fields that the document shows as shapes in its text, not as rows of a table. */
const shownAsShapes = new Set([
  "PatternKind.use",
  "PatternKind.options",
  "IsolationOptions.dir",
  "WebviewInstallMode.type",
]);

const ours = new Map<string, IndexedField>();
for (const field of allFields()) {
  const section = sectionNames[field.record.name] ?? field.record.name;
  const id = `${section}.${field.key}`;
  if (!ours.has(id)) ours.set(id, field);
}

test("every field of the interface is there, and no other that is not marked as ours", () => {
  const wanted = rows.map((row) => `${row.section}.${row.field}`);
  const extra = [...ours].filter(([, { field }]) => field.options.ours === true).map(([id]) => id);
  expect([...ours.keys()].toSorted()).toEqual([...wanted, ...shownAsShapes, ...extra].toSorted());
  expect(extra).toEqual([
    "Config.$schema",
    "WindowConfig.showWhenPainted",
    "WindowConfig.shadow",
    "WindowConfig.effects",
    "WindowConfig.effectsFallback",
    "WindowConfig.rememberState",
    "BundleConfig.runtime",
    "BundleConfig.fileAssociations",
    "FileAssociation.ext",
    "FileAssociation.name",
    "FileAssociation.description",
    "FileAssociation.mimeType",
    "FileAssociation.role",
    "FileAssociation.icon",
    "BundleConfig.urlSchemes",
    "BundleConfig.reservedUrlSchemes",
    "DmgConfig.compression",
    "MacConfig.activationPolicy",
    "NsisConfig.hooks",
    "WindowAllowlistConfig.setMenu",
    "WindowAllowlistConfig.popupMenu",
    "WindowAllowlistConfig.setShadow",
    "WindowAllowlistConfig.setTheme",
    "ShellAllowedCommand.env",
    "DialogAllowlistConfig.choose",
    "AppAllowlistConfig.open",
    "UpdaterConfig.acceptUnboundSignatures",
    "UpdaterConfig.channel",
    "UpdaterConfig.validDays",
    "FrameworkConfig.singleInstance",
    "FrameworkConfig.menu",
    ...[
      "id",
      "text",
      "role",
      "items",
      "separator",
      "enabled",
      "visible",
      "checked",
      "radio",
      "accelerator",
    ].map((field) => `MenuEntryConfig.${field}`),
    "BuildConfig.bytecode",
  ]);
});

for (const row of rows) {
  const id = `${row.section}.${row.field}`;
  const found = ours.get(id);
  if (found === undefined) continue;
  const { field, path } = found;

  test(`${id}: type, null, default and revision are the interface's`, () => {
    expect({
      required: field.required,
      nullable: field.nullable,
      newer: field.options.newer ?? false,
    }).toEqual({
      required: row.required,
      nullable: row.nullable,
      newer: row.newer || isInNewerRecord(row),
    });
    if ("default" in row) expect<unknown>(field.default).toEqual(row.default);
    expect(fitsType(field.shape, row.type), `${row.type} is not ${field.shape.kind}`).toBe(true);
  });

  test(`${id}: takes what it should, refuses everything else, and says so`, () => {
    for (const value of accepted(row.type)) expect(output(path, value)).toEqual([]);
    for (const { value, says } of refused(field.shape)) {
      expect<unknown>(output(path, value)).toEqual([
        { code: "wrong-type", path: concrete(path), message: says },
      ]);
    }
    const onNull = output(path, null);
    if (row.nullable) expect(onNull).toEqual([]);
    else expect(onNull).toMatchObject([{ code: "wrong-type", path: concrete(path) }]);
  });
}

/** The rows of a record that only the newer revision has are not tagged one by one. */
function isInNewerRecord(row: InterfaceField): boolean {
  return row.section === "RpmConfig" || row.section === "DmgConfig";
}

function fitsType(shape: Shape, type: string): boolean {
  switch (type) {
    case "boolean":
      return shape.kind === "boolean";
    case "string":
      return shape.kind === "text" || shape.kind === "choice";
    case "number":
      return shape.kind === "number" && !shape.integer;
    case "integer":
      return shape.kind === "number" && shape.integer;
    case "array":
      return shape.kind === "list";
    case "object":
    case "PluginConfig":
      return shape.kind === "map";
    case "map of name to CliConfig":
      return (
        shape.kind === "map" && shape.value.kind === "later" && shape.value.name === "CliConfig"
      );
    case "WindowUrl":
      return shape.kind === "text";
    // The document shows one scope as a list of its parts.
    case "FsAllowlistScope[]":
      return shape.kind === "either" && shape.name === "FsAllowlistScope";
    case "ShellAllowlistScope":
      return (
        shape.kind === "list" &&
        shape.item.kind === "record" &&
        shape.item.name === "ShellAllowedCommand"
      );
    case "HttpAllowlistScope":
    case "UpdaterEndpoint[]":
      return shape.kind === "list" && shape.item.kind === "text";
    default:
  }
  if (type.endsWith("[]")) return shape.kind === "list" && fitsType(shape.item, type.slice(0, -2));
  return "name" in shape && shape.name === type;
}

function accepted(type: string): Value[] {
  const values: Record<string, Value[]> = {
    boolean: [true, false],
    number: [0, -1.5, 1e9],
    integer: [1, 4294967295],
  };
  return values[type] ?? [];
}

/** Values of every other kind, with the messages about them. */
function refused(shape: Shape): { value: Value; says: unknown }[] {
  const refuse = (values: Value[], says: unknown) => values.map((value) => ({ value, says }));
  switch (shape.kind) {
    case "boolean":
      return refuse(["true", 1, [], {}], "must be true or false");
    case "number":
      return refuse(["1", true, [1], {}], expect.stringMatching(/^must be a (whole )?number/));
    case "text":
      return refuse([1, true, ["a"], {}], "must be a text");
    case "choice": {
      const [first] = Object.keys(shape.values);
      return refuse([1, true, [], {}], expect.stringContaining(`"${first}"`));
    }
    case "list":
      return refuse(["a", 1, true, {}], expect.stringMatching(/^must be a list/));
    case "either": {
      const others: Value[] = shape.boolean === undefined ? [1, true] : [1];
      return refuse(
        [...others, ...(shape.list === undefined ? [[]] : [])],
        expect.stringMatching(/^must be .* or /),
      );
    }
    default:
      return refuse(["a", 1, true, []], expect.stringMatching(/^must be an object/));
  }
}

/** The messages about the value at a path. Missing fields beside it do not count. */
function output(path: string, value: Value): { code: string; path: string; message: string }[] {
  const where = concrete(path);
  return checkText(JSON.stringify(around(path, value)), "framework.conf.json")
    .filter((one) => one.path === where)
    .map(({ code, path: at, message }) => ({ code, path: at, message }));
}

function concrete(path: string): string {
  return path.replaceAll("[]", "[0]").replaceAll("*", "x");
}

/** `framework.windows[].x` around 5: `{framework: {windows: [{x: 5}]}}`. */
function around(path: string, value: Value): Table {
  let made = value;
  for (const step of path.match(/\[\]|[^.[\]]+/g)?.toReversed() ?? []) {
    if (step === "[]") made = [made];
    else {
      const record: Table = { [step === "*" ? "x" : step]: made };
      // Closed shapes differ by a field, which must be present.
      if (step === "silent") record["type"] = "offlineInstaller";
      if (step === "path") record["type"] = "fixedRuntime";
      made = record;
    }
  }
  return made as Table;
}

test("integers are whole, not negative, and fit into 32 bits; a position starts at 1", () => {
  const epoch = "framework.bundle.rpm.epoch";
  const index = "framework.cli.args[].index";
  expect([-1, 1.5, 4294967296].map((value) => output(epoch, value)[0]?.message)).toEqual([
    "must be a whole number",
    "must be a whole number",
    "must be a whole number up to 4294967295",
  ]);
  expect(output(index, 0)[0]?.message).toBe("must be a whole number from 1");
});

test("an absent value becomes the default of the document", () => {
  const settled = [
    "WindowConfig.label",
    "WindowConfig.url",
    "WindowConfig.titleBarStyle",
    "BundleConfig.targets",
    "RpmConfig.release",
    "DmgConfig.windowSize",
    "MacConfig.minimumSystemVersion",
    "WindowsConfig.webviewInstallMode",
    "NsisConfig.installMode",
    "NsisConfig.compression",
    "FrameworkConfig.pattern",
  ].map((id) => {
    const field = ours.get(id)?.field;
    return field === undefined ? id : absentValue(field);
  });
  expect(settled).toEqual([
    "main",
    "index.html",
    "Visible",
    "all",
    "1",
    { width: 660, height: 400 },
    "10.13",
    { type: "downloadBootstrapper", silent: true },
    "currentUser",
    "lzma",
    { use: "brownfield" },
  ]);
});
