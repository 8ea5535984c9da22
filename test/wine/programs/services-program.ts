// The services of the Windows platform, driven from outside of Wine: each line it reads is a call,
// each line it writes an answer or an event. `services.test.ts` starts it.
import { writeSync } from "node:fs";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { AppIdentity, UiCallArgs } from "../../../src/contract/ui/index.ts";
import { reportUncaughtTo } from "../../../src/native/guard.ts";
import type { Events } from "../../../src/native/platform.ts";
import { watchAskedToEnd } from "../../../src/native/windows/asked-to-end.ts";
import { readClipboard, writeClipboard } from "../../../src/native/windows/clipboard.ts";
import { watchConsole } from "../../../src/native/windows/console-signals.ts";
import { later, Loop } from "../../../src/native/windows/loop.ts";
import { Notifications } from "../../../src/native/windows/notification.ts";
import { openAddress, openWith } from "../../../src/native/windows/open-address.ts";
import { watchSessionEnd } from "../../../src/native/windows/session-end.ts";
import { Shortcuts } from "../../../src/native/windows/shortcuts/shortcuts.ts";
import { Tray } from "../../../src/native/windows/tray/tray.ts";
import { openWaker } from "../../../src/native/windows/wake.ts";
import { openDisplay } from "../../../src/native/windows/window/display.ts";
import type { CallLine, ServiceName, ToldLine } from "./services-line.ts";

const say = (line: ToldLine) => void writeSync(1, `${JSON.stringify(line)}\n`);
reportUncaughtTo((error) => say({ thrown: String(error) }));

const app: AppIdentity = {
  name: "Services",
  executable: process.execPath,
  identifier: "org.example.services",
  dataDirectory: null,
  cacheDirectory: null,
  profile: null,
  schemes: [],
  proxy: null,
  browserArguments: null,
};
openDisplay(app);

const events: Events = { emit: (event, payload) => say({ event, payload }) };
const loop = new Loop();
const tray = new Tray(events);
const shortcuts = new Shortcuts(events);
const notifications = new Notifications();
const ends = [
  watchConsole,
  (onTerminate: (reason: string) => void) =>
    watchSessionEnd(loop, app.name, onTerminate, () => {
      say({ event: "app.exitRequested", payload: { reason: "session" } });
      return new Promise(
        (resolve) => void later(50, () => resolve(process.env["REFUSES_END"] === undefined)),
      );
    }),
  watchAskedToEnd.bind(null, () => false),
];
for (const watch of ends) watch((reason) => events.emit("app.terminate", { reason }));

const calls: { readonly [N in ServiceName]: (args: UiCallArgs<N>) => unknown } = {
  "app.quit": ({ code }) => {
    tray.remove();
    notifications.remove();
    loop.quit(code);
  },
  "clipboard.write": ({ text }) => writeClipboard(text),
  "clipboard.read": () => readClipboard(),
  "notification.show": (request) => notifications.show(request, app),
  "shortcut.register": (registration) => shortcuts.register(registration),
  "shortcut.unregister": ({ id }) => shortcuts.unregister(id),
  "tray.show": ({ icon, ...spec }) =>
    tray.show({ ...spec, icon: Uint8Array.from(Object.values(icon)) }),
  "tray.remove": () => tray.remove(),
  "shell.open": ({ address }) => openAddress(address),
  "shell.openWith": ({ address, program }) => openWith(program, address),
};

function answer({ id, call, args }: CallLine): void {
  const failed = (error: unknown) => say({ id, error: String(error) });
  try {
    Promise.resolve((calls[call] as (args: unknown) => unknown)(args)).then(
      (result) => say({ id, result: result ?? null }),
      failed,
    );
  } catch (error) {
    failed(error);
  }
}

const { port1, port2 } = new MessageChannel();
const waker = openWaker(() => {
  for (
    let next = receiveMessageOnPort(port1);
    next !== undefined;
    next = receiveMessageOnPort(port1)
  )
    answer(JSON.parse(next.message as string) as CallLine);
  return false;
});
new Worker(new URL("./services-input.ts", import.meta.url), {
  workerData: { port: port2, waker },
  transferList: [port2],
});
say({ event: "ready", payload: process.pid });
process.exit(loop.run());
