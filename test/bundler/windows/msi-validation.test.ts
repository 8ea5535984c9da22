import { describe, expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { missingTool, Project, run } from "../project.ts";
import { judge } from "./msi-judge.ts";
import { makePackages } from "./msi-reader.ts";

const skip = missingTool("msiinfo", "msidump", "msibuild");

/** A mistake as a statement of Windows Installer's SQL, and the message about it. */
const mistakes: readonly (readonly [name: string, statement: string, printed: string])[] = [
  ["no number in its range", "UPDATE `Dialog` SET `HCentering` = 101", "is more than 100"],
  ["none of a set", "UPDATE `Feature` SET `Attributes` = 3", "is none of 0;1;2;4"],
  ["no key", "UPDATE `Component` SET `Directory_` = 'Nowhere'", "is no key of Directory"],
  [
    "no control of the dialog",
    "UPDATE `Dialog` SET `Control_First` = 'Nothing'",
    "is no key of Control",
  ],
  ["a GUID in small letters", "UPDATE `Component` SET `ComponentId` = '{a}'", "is no Guid"],
  ["no identifier", "UPDATE `Shortcut` SET `WkDir` = 'a b'", "is no Identifier"],
  ["no short name", "UPDATE `File` SET `FileName` = 'a b.txt'", 'has the short name "a b.txt"'],
  ["no version", "UPDATE `File` SET `Version` = '1.x'", "is no Version"],
  ["no language", "UPDATE `File` SET `Language` = 'en'", "is no Language"],
  [
    "an open condition",
    "UPDATE `LaunchCondition` SET `Condition` = '(A OR'",
    "is a condition without an end",
  ],
  ["no stream", "UPDATE `Media` SET `Cabinet` = '#other.cab'", "is no stream of the database"],
  ["no component", "UPDATE `Registry` SET `Value` = '[$Other]'", "names no component"],
  ["no file", "UPDATE `Registry` SET `Value` = '[#Other]'", "names no file"],
  [
    "a key that begins with \\",
    "UPDATE `Registry` SET `Key` = '\\A'",
    "begins or ends with a backslash",
  ],
  ["no source", "UPDATE `CustomAction` SET `Source` = 'Other'", "is no key of"],
  ["a field that must be there", "UPDATE `Property` SET `Value` = ''", "may not be empty"],
  [
    "a column without a rule",
    "DELETE FROM `_Validation` WHERE `Table` = 'Media'",
    "has no row for it",
  ],
];

describe.skipIf(skip !== null)(
  `the table _Validation of a package (${skip ?? "read by msitools"})`,
  () => {
    test("says of every column what may stand in it, and every field keeps to it", async () => {
      using project = new Project({ "data/a b.txt": "x" });
      const [path = ""] = await makePackages(project, {
        bundle: { resources: ["data"] },
        windows: { allowDowngrades: false },
        wix: { enableElevatedUpdateTask: true },
      });
      expect(judge(path)).toEqual([]);
      const copy = join(project.folder, "copy.msi");
      for (const [name, statement, output] of mistakes) {
        copyFileSync(path, copy);
        run(["msibuild", copy, "-q", statement]);
        expect([name, judge(copy).join("\n")]).toEqual([name, expect.stringContaining(output)]);
      }
    });
  },
);
