import { join } from "node:path";
import { cabinet, type CabinetFile } from "../../write/cab.ts";
import type { MakeContext } from "../../format-table.ts";
import { writeFile } from "../../../disk/write.ts";
import { piecesOf, type Source } from "../../write/source.ts";
import { gatherPayload } from "../payload.ts";
import type { WindowsApp } from "../windows-app.ts";
import { describeInstaller } from "./description.ts";
import { writeInstaller } from "./installer.ts";

/** `my-app_1.2.3_x64_en-US.msi` */
export function msiFileNames({ packageName, version, target, msi }: WindowsApp): string[] {
  return msi.languages.map(
    ({ language }) => `${packageName}_${version}_${target.architecture}_${language.culture}.msi`,
  );
}

/** Makes a package of Windows Installer for each language. */
export async function makeMsi(
  app: WindowsApp,
  { folder, effort, progress }: MakeContext,
): Promise<void> {
  const { msi, signing, time } = app;
  const files = await gatherPayload(app, join(folder, "payload"));
  progress(0.05);
  const names = msiFileNames(app);
  const packed = new Map<string, Promise<Source>>();
  const share = 0.9 / msi.languages.length;
  for (const [index, language] of msi.languages.entries()) {
    const done = 0.05 + index * share;
    const { compiled, provided } = describeInstaller(app, msi, language, {
      files: files.map(({ path, copy }) => ({ path, source: copy })),
      size: files.reduce((sum, { bytes }) => sum + bytes, 0),
    });
    const pack = (contents: readonly CabinetFile[]): Promise<Source> =>
      cabinet(contents, {
        path: join(folder, `${index}.cab`),
        // The quick level is for trial builds.
        level: effort === "quick" ? 1 : 9,
        time,
        progress: (part) => progress(done + part * share),
      });
    // Languages differ only in the texts of the dialogs; their files are packed once.
    const key = JSON.stringify(compiled.files.map(({ id, source }) => [id, source]));
    const bytes = await writeInstaller(compiled, {
      provided,
      codepage: language.language.codepage,
      time,
      signing: signing?.options ?? null,
      pack: (contents) => {
        const known = packed.get(key) ?? pack(contents);
        packed.set(key, known);
        return known;
      },
    });
    const path = join(folder, names[index] ?? "");
    writeFile(path, piecesOf(bytes), 0o644);
    if (signing?.options === null) await signing.sign(path);
    progress(done + share);
  }
}
