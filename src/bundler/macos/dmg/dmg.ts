import { join } from "node:path";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import type { Effort, MakeContext } from "../../format-table.ts";
import { makeFolder, writeFile, writeFileLater } from "../../../disk/write.ts";
import { productFileName } from "../../product-file-name.ts";
import { withFolders, type Entry } from "../../write/entries.ts";
import { catalogNumbers, type FinderInfo } from "../../write/hfsplus/catalog.ts";
import { hfsPlusVolume } from "../../write/hfsplus/volume.ts";
import { udif, type BlockPacking } from "../../write/udif.ts";
import { fileSource, piecesOf, readSource, slice, type Source } from "../../write/source.ts";
import { xzLevels, xzStreams } from "../../write/xz/xz.ts";
import { readFolder } from "../folder-entries.ts";
import { signByTool } from "../mac-signing.ts";
import type { MacApp } from "../macos-app.ts";
import { notarizeImage } from "../notary/notarization.ts";
import { signImage } from "./image-signature.ts";
import { imageWindow } from "./image-window.ts";
import { licenseResources } from "./license.ts";

const applications = "Applications";
const store = ".DS_Store";
const volumeIcon = ".VolumeIcon.icns";
const backgroundFolder = ".background";
/** Finder shows the custom icon of a volume with this flag. */
const hasCustomIcon = 0x0400;
const isInvisible = 0x4000;
/** Levels of zlib. */
const levels: Readonly<Record<Effort, number>> = { quick: 1, small: 9 };

/** `my-app_1.2.3_arm64.dmg` */
export function dmgFileName({ packageName, version, architectureName }: MacApp): string {
  return `${packageName}_${version}_${architectureName}.dmg`;
}

/**
 * Makes a disk image around the bundle: a window with the app and a link to the Applications
 * folder.
 */
export async function makeDmg(app: MacApp, context: MakeContext): Promise<void> {
  const { folder, sources, progress } = context;
  const [source] = sources;
  if (source === undefined) throw new Error("Cannot make a disk image: the app is not there");
  const name = dmgFileName(app);
  const volume = hfsPlusVolume(imageEntries(app, source), {
    name: volumeName(app),
    time: app.time,
    finder: finderInfo(app),
  });
  progress(0.2);
  const packed = await udif(volume, {
    packing: packingOf(app, context),
    resources: app.dmg.license === null ? {} : licenseResources(app.dmg.license),
    progress: (done) => progress(0.2 + 0.6 * done),
  });
  const { notary: key } = app;
  let image = await signedImage(app, packed, folder);
  progress(0.9);
  if (key !== null) image = await notarizeImage(image, name, { key, progress });
  writeFile(join(folder, name), piecesOf(image), 0o644);
}

function packingOf({ dmg }: MacApp, { folder, effort, store }: MakeContext): BlockPacking {
  if (dmg.compression === "lzma" && effort !== "quick") {
    return {
      kind: "lzma",
      pack: (blocks, progress) =>
        xzStreams(
          blocks.map((bytes) => ({ bytes, way: xzLevels.small })),
          { store, folder, progress },
        ),
    };
  }
  const level = levels[effort];
  return {
    kind: "zlib",
    pack: async (blocks, progress) => {
      const path = join(folder, "blocks");
      const lengths: number[] = [];
      const packed = async function* (): AsyncGenerator<Uint8Array, void> {
        for (const [index, bytes] of blocks.entries()) {
          if (index % 32 === 0) progress(index / blocks.length);
          const one = await deflated(readSource(bytes), { level });
          lengths.push(one.length);
          yield one;
        }
      };
      await writeFileLater(path, packed());
      const whole = fileSource(path);
      let end = 0;
      return lengths.map((length) => slice(whole, end, (end += length)));
    },
  };
}

const deflated = promisify(deflate);

/** @param folder the folder of the file that the system's own tool signs */
async function signedImage(app: MacApp, packed: Source, folder: string): Promise<Source> {
  const { signing, identifier } = app;
  // An ad-hoc signed disk image is an unsigned one.
  if (signing.kind === "ad-hoc") return packed;
  if (signing.kind === "certificate") return signImage(packed, identifier, signing.by);
  const signed = join(folder, "signed");
  makeFolder(signed);
  const path = join(signed, dmgFileName(app));
  writeFile(path, piecesOf(packed), 0o644);
  signByTool({
    path,
    identity: signing.identity,
    identifier,
    entitlements: null,
    isHardened: false,
  });
  return fileSource(path);
}

function imageEntries(app: MacApp, source: string): Entry<Source>[] {
  const { dmg, bundleName, icon, time } = app;
  const place =
    dmg.background === null ? null : `${backgroundFolder}/background.${dmg.background.ending}`;
  const file = (path: string, bytes: Uint8Array): Entry => ({
    kind: "file",
    path,
    mode: 0o644,
    bytes,
  });
  const withStore = (content: Uint8Array): Entry<Source>[] =>
    withFolders<Source>([
      ...readFolder(source, bundleName),
      { kind: "link", path: applications, to: `/${applications}` },
      ...(dmg.background === null || place === null ? [] : [file(place, dmg.background.bytes)]),
      ...(icon === null ? [] : [file(volumeIcon, icon)]),
      file(store, content),
    ]);
  // The window layout names files by their numbers, which follow from the order of all.
  const numbers = catalogNumbers(withStore(new Uint8Array()));
  const background = place?.split("/").map((name, index, names) => ({
    name,
    number: numbers.get(names.slice(0, index + 1).join("/")) ?? 0,
  }));
  return withStore(
    imageWindow({
      ...dmg,
      volume: volumeName(app),
      time,
      appName: bundleName,
      applicationsName: applications,
      background: background ?? null,
    }),
  );
}

function finderInfo({ icon }: MacApp): ReadonlyMap<string, FinderInfo> {
  if (icon === null) return new Map();
  return new Map([
    ["", { flags: hasCustomIcon }],
    [volumeIcon, { type: "icnC", creator: "icnC", flags: isInvisible }],
  ]);
}

function volumeName({ productName }: MacApp): string {
  return productFileName(productName, "macos");
}
