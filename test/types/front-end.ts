// Checked by the compilers alone, the project's own and those of test/project/typescript.test.ts: a
// front end that was written for `@tauri-apps/api` 1.6 and moved here by changing its imports. It
// names all 166 exports, and uses them as such front ends do.

import * as api from "framework/api";
import { getFrameworkVersion, getName, getVersion, hide, show } from "framework/api/app";
import {
  getMatches,
  type ArgMatch,
  type CliMatches,
  type SubcommandMatch,
} from "framework/api/cli";
import { readText, writeText } from "framework/api/clipboard";
import {
  ask,
  confirm,
  message,
  open as openDialog,
  save,
  type ConfirmDialogOptions,
  type DialogFilter,
  type MessageDialogOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from "framework/api/dialog";
import {
  emit,
  FrameworkEvent,
  listen,
  once,
  type Event,
  type EventCallback,
  type EventName,
  type UnlistenFn,
} from "framework/api/event";
import {
  convertFileSrc,
  invoke,
  transformCallback,
  type InvokeArgs,
} from "framework/api/framework";
import {
  BaseDirectory,
  copyFile,
  createDir,
  Dir,
  exists,
  readBinaryFile,
  readDir,
  readTextFile,
  removeDir,
  removeFile,
  renameFile,
  writeBinaryFile,
  writeFile,
  writeTextFile,
  type BinaryFileContents,
  type FileEntry,
  type FsBinaryFileOption,
  type FsDirOptions,
  type FsOptions,
  type FsTextFileOption,
} from "framework/api/fs";
import {
  isRegistered,
  register,
  registerAll,
  unregister,
  unregisterAll,
  type ShortcutHandler,
} from "framework/api/globalShortcut";
import {
  Body,
  Client,
  fetch,
  getClient,
  Response,
  ResponseType,
  type ClientOptions,
  type Duration,
  type FetchOptions,
  type FilePart,
  type FormInput,
  type HttpOptions,
  type HttpVerb,
  type Part,
  type RequestOptions,
} from "framework/api/http";
import { clearMocks, mockConvertFileSrc, mockIPC, mockWindows } from "framework/api/mocks";
import {
  isPermissionGranted,
  requestPermission,
  sendNotification,
  type Options,
  type Permission,
} from "framework/api/notification";
import {
  arch,
  EOL,
  locale,
  platform,
  tempdir,
  type as osType,
  version,
  type Arch,
  type OsType,
  type Platform,
} from "framework/api/os";
import * as path from "framework/api/path";
import { exit, relaunch } from "framework/api/process";
import {
  Child,
  Command,
  EventEmitter,
  open as openInShell,
  type ChildProcess,
  type SpawnOptions,
} from "framework/api/shell";
import {
  checkUpdate,
  installUpdate,
  onUpdaterEvent,
  type UpdateManifest,
  type UpdateResult,
  type UpdateStatus,
  type UpdateStatusResult,
} from "framework/api/updater";
import {
  appWindow,
  availableMonitors,
  CloseRequestedEvent,
  currentMonitor,
  getAll,
  getCurrent,
  LogicalPosition,
  LogicalSize,
  PhysicalPosition,
  PhysicalSize,
  primaryMonitor,
  UserAttentionType,
  WebviewWindow,
  WebviewWindowHandle,
  WindowManager,
  type CursorIcon,
  type FileDropEvent,
  type Monitor,
  type ScaleFactorChanged,
  type Theme,
  type TitleBarStyle,
  type WindowLabel,
  type WindowOptions,
} from "framework/api/window";

export async function commands(): Promise<void> {
  const args: InvokeArgs = { name: "Ada" };
  const greeting: string = await invoke<string>("greet", args);
  const typed = async <T>(name: string, given?: InvokeArgs): Promise<T> => invoke<T>(name, given);
  const numbers: number[] = await typed<number[]>("numbers");
  const rows = await api.invoke<{ id: number }[]>("rows", { limit: 1 });
  const id: number = transformCallback((answer: string) => answer.length, true);
  const source: string = convertFileSrc("/a.png", "asset");
  mockIPC((command, { a, b }) => (command === "add" ? (a as number) + (b as number) : null));
  mockWindows("main", "second");
  mockConvertFileSrc("windows", "http");
  clearMocks();
  void [greeting, numbers, rows[0]?.id, id, source];
}

export async function files(): Promise<void> {
  const inDocuments: FsOptions = { dir: BaseDirectory.Document, append: true };
  const all: FsDirOptions = { dir: Dir.AppData, recursive: true };
  const dir: BaseDirectory = BaseDirectory.Home;
  const number: number = BaseDirectory.AppLog;
  const text: FsTextFileOption = { path: "a.txt", contents: await readTextFile("b.txt", { dir }) };
  const read = await readBinaryFile("b.bin", inDocuments);
  const contents: BinaryFileContents = read;
  const bytes: FsBinaryFileOption = { path: "a.bin", contents };
  await writeTextFile(text, inDocuments);
  await writeFile("a.txt", "a", inDocuments);
  await writeTextFile("a.txt", "a", { append: true });
  await writeBinaryFile(bytes, { dir: 6 });
  await writeBinaryFile("a.bin", [1, 2, 3], { dir: "DESKTOP" });
  const entries: FileEntry[] = await readDir("", all);
  const names: (string | undefined)[] = entries.map(
    (entry) => entry.children?.[0]?.name ?? entry.path,
  );
  await createDir("a", all);
  await removeDir("a", all);
  await copyFile("a", "b", inDocuments);
  await renameFile("a", "b", inDocuments);
  await removeFile("a", inDocuments);
  if (await exists("a", inDocuments)) void [names, number, new Blob([read])];
  // @ts-expect-error there is no such folder
  await exists("a", { dir: 26 });
}

export async function paths(): Promise<string[]> {
  const folders: (() => Promise<string>)[] = [
    path.appDir,
    path.appConfigDir,
    path.appDataDir,
    path.appLocalDataDir,
    path.appCacheDir,
    path.appLogDir,
    path.audioDir,
    path.cacheDir,
    path.configDir,
    path.dataDir,
    path.desktopDir,
    path.documentDir,
    path.downloadDir,
    path.executableDir,
    path.fontDir,
    path.homeDir,
    path.localDataDir,
    path.logDir,
    path.pictureDir,
    path.publicDir,
    path.resourceDir,
    path.runtimeDir,
    path.templateDir,
    path.videoDir,
  ];
  const isSame: boolean = path.BaseDirectory.App === BaseDirectory.App;
  const whole: boolean = await path.isAbsolute(await path.resolve(".", "a"));
  return [
    ...(await Promise.all(folders.map((folder) => folder()))),
    await path.resolveResource("a"),
    await path.join("a", "b"),
    await path.normalize("a"),
    await path.dirname("a/b"),
    await path.extname("a.b"),
    await path.basename("a.b", ".b"),
    path.sep + path.delimiter + String(isSame && whole),
  ];
}

export async function dialogs(): Promise<void> {
  const filter: DialogFilter = { name: "Images", extensions: ["png"] };
  const toOpen: OpenDialogOptions = {
    filters: [filter],
    multiple: true,
    defaultPath: await path.homeDir(),
  };
  const toSave: SaveDialogOptions = { filters: [filter] };
  const reported: MessageDialogOptions = { title: "Title", type: "error", okLabel: "So be it" };
  const asked: ConfirmDialogOptions = { ...reported, cancelLabel: "No" };
  const chosen = await openDialog(toOpen);
  const first: string | null = Array.isArray(chosen) ? (chosen[0] ?? null) : chosen;
  const saved: string | null = await save(toSave);
  const answers: boolean[] = [await ask("?", asked), await confirm("?", "Title")];
  await message(new Error(String([first, saved, answers])), reported);
}

export async function events(): Promise<void> {
  const name: EventName = FrameworkEvent.WINDOW_MOVED;
  const known: FrameworkEvent = FrameworkEvent.UPDATE_AVAILABLE;
  const written: `${FrameworkEvent}` = "framework://focus";
  const handler: EventCallback<{ done: number }> = ({ windowLabel, payload }) => {
    windowLabel.toUpperCase();
    payload.done.toFixed();
  };
  const unlisten: UnlistenFn = await listen(name, handler);
  await once<string>("ready", (event: Event<string>) => event.payload.trim());
  await emit("ready", [known, written]);
  unlisten();
}

export async function requests(): Promise<void> {
  const verbs: HttpVerb[] = ["CONNECT", "TRACE", "GET"];
  const connectTimeout: Duration = { secs: 1, nanos: 0 };
  const options: ClientOptions = { maxRedirections: 1, connectTimeout };
  const seconds: number = connectTimeout.secs;
  const file: FilePart<Uint8Array> = { file: new Uint8Array(1), mime: "text/plain", fileName: "a" };
  const part: Part = file;
  const form: FormInput = { part, text: "a" };
  const request: RequestOptions = { timeout: seconds, responseType: ResponseType.Text };
  const whole: HttpOptions = { ...request, method: verbs[0] ?? "GET", url: "https://example.com" };
  const withBody: FetchOptions = { method: "POST", body: Body.form(form) };
  const client: Client = await getClient(options);
  const response: Response<string> = await client.request<string>(whole);
  const { data, headers, rawHeaders, ok } = await fetch<{ a: number }>(
    "https://example.com",
    withBody,
  );
  const cookies: string[] = rawHeaders["set-cookie"] ?? [];
  if (!(response instanceof Response && client instanceof Client))
    throw new Error("of another kind");
  response.data = `${String(data.a)} ${String(headers["a"])} ${cookies.join()} ${String(ok)}`;
  await client.post("https://example.com", Body.json({ a: 1 }), request);
  await client.put("https://example.com", Body.text("a"));
  await client.patch("https://example.com", { body: Body.bytes([1]) });
  await client.delete("https://example.com");
  await client.get("https://example.com");
  await client.drop();
}

export async function programs(): Promise<Blob> {
  const options: SpawnOptions = { cwd: "/", env: { A: "1" }, encoding: "utf-8" };
  const command: Command = new Command("name", ["a"], options);
  const output: EventEmitter<"data"> = command.stdout;
  output.on("data", (line: string) => line.trim());
  command.stderr.on("data", (line) => line.trim());
  command.on("close", ({ code, signal }) => [code?.toFixed(), signal]);
  command.on("error", (reason) => reason.trim());
  const own = new EventEmitter<"done" | "failed">();
  own.once("done", (first: string, second: number) => [first, second]).emit("done", "a", 1);
  const child: Child = await command.spawn();
  if (child instanceof Child) await child.write(`${child.pid}\n`);
  await child.kill();
  const result: ChildProcess = await Command.sidecar("bin/a", "b", { encoding: null }).execute();
  const { stdout } = await new Command("name", [], { encoding: "raw" }).execute();
  const program: string = "firefox";
  await openInShell(result.stdout, program);
  return new Blob([stdout]);
}

export async function windows(): Promise<void> {
  const label: WindowLabel = "second";
  const titleBarStyle: TitleBarStyle = "overlay";
  const theme: Theme = "dark";
  const options: WindowOptions = { url: "a.html", titleBarStyle, theme, center: true };
  const second: WebviewWindow = new WebviewWindow(label, options);
  const manager: WindowManager = second;
  const handle: WebviewWindowHandle = manager;
  const isHandle: boolean =
    handle instanceof WebviewWindowHandle && handle instanceof WindowManager;
  const listeners: number = handle.listeners["framework://created"]?.length ?? 0;
  await second.once("framework://error", ({ payload }: Event<string>) => payload.trim());
  await appWindow.onCloseRequested((event: CloseRequestedEvent) => {
    if (isHandle && event instanceof CloseRequestedEvent && listeners > 0) event.preventDefault();
  });
  await appWindow.onScaleChanged(({ payload }: Event<ScaleFactorChanged>) => payload.scaleFactor);
  await appWindow.onFileDropEvent(({ payload }: Event<FileDropEvent>) =>
    payload.type === "drop" ? payload.paths.join() : "",
  );
  const icon: CursorIcon = "grab";
  await getCurrent().setCursorIcon(icon);
  await appWindow.requestUserAttention(UserAttentionType.Critical);
  await appWindow.setSize(new LogicalSize(1, 2));
  await appWindow.setMinSize(new PhysicalSize(1, 2).toLogical(2));
  await appWindow.setPosition(new LogicalPosition(1, 2));
  await appWindow.setCursorPosition(new PhysicalPosition(1, 2));
  const monitors: (Monitor | null)[] = [
    await currentMonitor(),
    await primaryMonitor(),
    ...(await availableMonitors()),
  ];
  void [
    monitors,
    getAll().length,
    WebviewWindow.getByLabel(label),
    await WebviewWindow.getFocusedWindow(),
  ];
}

export async function system(): Promise<void> {
  const name: Platform = await platform();
  const kernel: OsType = await osType();
  const processor: Arch = await arch();
  const isMobile: boolean = name === "ios" || name === "android";
  const language: string | null = await locale();
  await writeText(
    [kernel, processor, isMobile, language, await version(), await tempdir()].join(EOL),
  );
  const copied: string | null = await readText();
  const given: CliMatches = await getMatches();
  const argument: ArgMatch = given.args["file"] ?? { value: null, occurrences: 0 };
  const list: string[] = Array.isArray(argument.value) ? argument.value : [];
  const subcommand: SubcommandMatch | null = given.subcommand;
  const handler: ShortcutHandler = (shortcut) => shortcut.trim();
  await register("Alt+1", handler);
  await registerAll(["Alt+2"], handler);
  if (await isRegistered("Alt+1")) await unregister("Alt+1");
  await unregisterAll();
  const permission: Permission = await requestPermission();
  const notification: Options = { title: "Title", body: copied ?? "", icon: "a", sound: "default" };
  if (permission === "default" || (await isPermissionGranted()))
    void sendNotification(notification);
  const { shouldUpdate, manifest }: UpdateResult = await checkUpdate();
  const found: UpdateManifest | undefined = manifest;
  const date: Date = new Date(found?.date ?? "");
  void [subcommand, date];
  await onUpdaterEvent(({ status, error }: UpdateStatusResult) => {
    const wanted: UpdateStatus = "PENDING";
    if (status !== wanted && error !== undefined) void message(error.trim());
  });
  if (shouldUpdate) await installUpdate();
  await show();
  await hide();
  await message([await getName(), await getVersion(), await getFrameworkVersion(), ...list].join());
  await relaunch();
  await exit(1);
}

/** All modules are in the index, but `mocks`. */
export const modules: object[] = [
  api.app,
  api.cli,
  api.clipboard,
  api.dialog,
  api.event,
  api.framework,
  api.fs,
  api.globalShortcut,
  api.http,
  api.notification,
  api.os,
  api.path,
  api.process,
  api.shell,
  api.updater,
  api.window,
];
