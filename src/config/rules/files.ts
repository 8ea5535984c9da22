import { existsSync, readSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { withOpenFile } from "../../disk/read.ts";
import { statusAt } from "../../disk/status.ts";
import { filesOfIcon, reasonAgainstPattern } from "./icons.ts";
import { checkGlob } from "./patterns.ts";
import type { Path } from "../shape/tree.ts";
import type { RuleContext } from "./rule.ts";

const bundle = ["framework", "bundle"] as const;

/** A file that the configuration names. */
interface NamedFile {
  readonly path: Path;
  readonly file: string;
  readonly kind?: "folder";
  /** A bitmap of this size; `exact`: the installer refuses any other. */
  readonly bitmap?: { readonly width: number; readonly height: number; readonly exact: boolean };
}

/**
 * The named files must exist in a build for the system that needs them. Files that the application
 * needs to start are always checked. `distDir` is not: a hook may create it.
 */
export function namedFiles(context: RuleContext): void {
  const { framework } = context.config;
  // A missing or misspelt path is reported as such.
  if (framework.pattern.use === "isolation") {
    const path = ["framework", "pattern", "options", "dir"];
    const folder = resolve(context.folder, framework.pattern.options.dir);
    if (context.isWritten(path) && !existsSync(resolve(folder, "index.html"))) {
      context.error(path, "must be a folder with an index.html", { code: "missing-file" });
    }
  }
  const path = ["framework", "systemTray", "iconPath"];
  if (framework.systemTray !== null && context.isWritten(path)) {
    const stats = statusAt(resolve(context.folder, framework.systemTray.iconPath));
    if (stats === null) context.error(path, "is not there", { code: "missing-file" });
    else if (!stats.isFile()) context.error(path, "must be a file", { code: "bad-file" });
  }
  for (const named of bundleFiles(context)) {
    if (context.hasEffect(named.path)) checkFile(context, named);
  }
  resourcePatterns(context);
}

function checkFile(context: RuleContext, named: NamedFile): void {
  const file = resolve(context.folder, named.file);
  const stats = statusAt(file);
  if (stats === null) {
    context.errorWhenBuilding(named.path, "is not there", { code: "missing-file" });
  } else if (!(named.kind === "folder" ? stats.isDirectory() : stats.isFile())) {
    const wanted = named.kind === "folder" ? "a folder" : "a file";
    context.errorWhenBuilding(named.path, `must be ${wanted}`, { code: "bad-file" });
  } else if (named.bitmap !== undefined) {
    checkBitmap(context, named, file, named.bitmap);
  }
}

function checkBitmap(
  context: RuleContext,
  named: NamedFile,
  file: string,
  wanted: NonNullable<NamedFile["bitmap"]>,
): void {
  const size = bitmapSize(file);
  if (size === null) {
    context.errorWhenBuilding(named.path, "must be a bitmap (.bmp)", { code: "bad-file" });
    return;
  }
  if (statSync(file).size < size.length) {
    const message = "must be a whole bitmap, and breaks off";
    context.errorWhenBuilding(named.path, message, { code: "bad-file" });
    return;
  }
  if (size.width === wanted.width && size.height === wanted.height) return;
  const message = `is ${size.width}x${size.height} pixels: ${wanted.width}x${wanted.height} is ${wanted.exact ? "needed" : "recommended"}`;
  if (wanted.exact) context.errorWhenBuilding(named.path, message, { code: "bad-file" });
  else context.warn(named.path, message, { code: "bad-file" });
}

/**
 * A bitmap begins with "BM". Its header holds where the pixels begin at 10, width and height at 18
 * and 22, the height negative when top-down, the bits of a pixel at 28, and at 30 how they are
 * compressed. Uncompressed rows are padded to 4 bytes.
 *
 * `length` is the least length of the file, 0 for compressed pixels.
 */
function bitmapSize(file: string): { width: number; height: number; length: number } | null {
  const head = Buffer.alloc(34);
  const read = withOpenFile(file, (opened) => readSync(opened, head, 0, head.length, 0));
  if (read < 26 || head.toString("latin1", 0, 2) !== "BM") return null;
  const width = head.readInt32LE(18);
  const height = Math.abs(head.readInt32LE(22));
  const row = 4 * Math.ceil((width * head.readUInt16LE(28)) / 32);
  const length = head.readUInt32LE(30) === 0 ? head.readUInt32LE(10) + row * height : 0;
  return { width, height, length };
}

function bundleFiles(context: RuleContext): NamedFile[] {
  const { icon, fileAssociations, deb, rpm, dmg, macOS, windows } = context.config.framework.bundle;
  const { wix, nsis } = windows;
  const files: NamedFile[] = icon.flatMap((entry, index) => {
    const path = [...bundle, "icon", index];
    const matches = filesOfIcon(context.folder, entry);
    if (matches.length > 0) return matches.map((file) => ({ path, file }));
    const reason = reasonAgainstPattern(context.folder, entry);
    if (reason !== null) {
      context.error(path, reason, { code: "bad-value" });
      return [];
    }
    context.errorWhenBuilding(path, "matches no file", { code: "missing-file" });
    return [];
  });
  const add = (path: Path, file: string | null, more: Partial<NamedFile> = {}): void => {
    if (file !== null) files.push({ path: [...bundle, ...path], file, ...more });
  };
  for (const [index, association] of fileAssociations.entries())
    add(["fileAssociations", index, "icon"], association.icon);
  add(["deb", "desktopTemplate"], deb.desktopTemplate);
  add(["deb", "changelog"], deb.changelog);
  add(["rpm", "desktopTemplate"], rpm.desktopTemplate);
  add(["dmg", "background"], dmg.background);
  add(["macOS", "license"], macOS.license);
  add(["macOS", "entitlements"], macOS.entitlements);
  add(["windows", "webviewFixedRuntimePath"], windows.webviewFixedRuntimePath, { kind: "folder" });
  if (windows.webviewInstallMode.type === "fixedRuntime") {
    add(["windows", "webviewInstallMode", "path"], windows.webviewInstallMode.path, {
      kind: "folder",
    });
  }
  add(["windows", "wix", "template"], wix.template);
  add(["windows", "wix", "license"], wix.license);
  for (const [index, file] of wix.fragmentPaths.entries()) {
    add(["windows", "wix", "fragmentPaths", index], file);
  }
  if (typeof wix.language !== "string" && !isList(wix.language)) {
    for (const [language, { localePath }] of Object.entries(wix.language)) {
      add(["windows", "wix", "language", language, "localePath"], localePath);
    }
  }
  const wixImage = (width: number, height: number) => ({ bitmap: { width, height, exact: true } });
  const nsisImage = (width: number, height: number) => ({
    bitmap: { width, height, exact: false },
  });
  add(["windows", "wix", "bannerPath"], wix.bannerPath, wixImage(493, 58));
  add(["windows", "wix", "dialogImagePath"], wix.dialogImagePath, wixImage(493, 312));
  add(["windows", "nsis", "template"], nsis.template);
  add(["windows", "nsis", "hooks"], nsis.hooks);
  add(["windows", "nsis", "license"], nsis.license);
  add(["windows", "nsis", "headerImage"], nsis.headerImage, nsisImage(150, 57));
  add(["windows", "nsis", "sidebarImage"], nsis.sidebarImage, nsisImage(164, 314));
  add(["windows", "nsis", "installerIcon"], nsis.installerIcon);
  for (const [language, file] of Object.entries(nsis.customLanguageFiles ?? {})) {
    add(["windows", "nsis", "customLanguageFiles", language], file);
  }
  return files;
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

/**
 * Resources may be patterns, whose matches may come from a hook; a missing plain path is only a
 * warning.
 */
function resourcePatterns(context: RuleContext): void {
  const { resources } = context.config.framework.bundle;
  if (resources === null) return;
  const entries: readonly { readonly source: string; readonly path: Path }[] = isList(resources)
    ? resources.map((source, index) => ({ source, path: [...bundle, "resources", index] }))
    : Object.keys(resources).map((source) => ({ source, path: [...bundle, "resources", source] }));
  for (const { source, path } of entries) {
    const details = isList(resources) ? {} : { key: true as const };
    const wrong = checkGlob(source);
    const reason = wrong?.message ?? reasonAgainstPattern(context.folder, source);
    if (reason !== null) context.error(path, reason, { code: "bad-value", ...details });
    else if (!/[*?[]/.test(source) && !existsSync(resolve(context.folder, source))) {
      context.warn(path, "is not there", { code: "missing-file", ...details });
    }
  }
}

/** The image behind the icons of a disk image. */
export function diskImageBackground(context: RuleContext): void {
  const { background } = context.config.framework.bundle.dmg;
  if (background === null || /\.(png|jpe?g|gif)$/i.test(background)) return;
  context.error([...bundle, "dmg", "background"], "must be a png, jpg or gif image", {
    code: "bad-value",
  });
}
