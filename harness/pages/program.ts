// Shows pages of WebKitGTK for a host that drives them over loopback (see protocol.ts). It writes
// the port it takes connections on, and ends with its standard input.
import { readSync } from "node:fs";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { gdk, gdkX11 } from "../../src/native/linux/lib/gdk.ts";
import { gtk } from "../../src/native/linux/lib/gtk.ts";
import { Loop, watchFile } from "../../src/native/linux/loop.ts";
import { openWakes } from "../../src/native/linux/wake.ts";
import type { FromLine, LineData, ToLine } from "./line-message.ts";
import { closeView, openView } from "./open-view.ts";
import { answerScheme, refuseScheme } from "./schemes.ts";
import type { View } from "./view.ts";

gtk.gtk_init_check(null, null);
const display = gdk.gdk_display_get_default();
if (display === null) throw new Error("Cannot show pages: there is no display");
// This stays on: a host's window may go at any time with our window in it, and then GDK would end
// the program at the next call about it.
gdkX11.gdk_x11_display_error_trap_push(display);

const views = new Map<number, View>();
const { port1: port, port2: lineEnd } = new MessageChannel();
const { waker } = openWakes(() => {
  for (;;) {
    const received = receiveMessageOnPort(port) as { message: FromLine } | undefined;
    if (received === undefined) return false;
    take(received.message);
  }
});

const line = new Worker(new URL("line.ts", import.meta.url), {
  workerData: { port: lineEnd, waker } satisfies LineData,
  transferList: [lineEnd],
});
const post = (message: ToLine): void => line.postMessage(message);

function take(message: FromLine): void {
  if (message.kind === "answerScheme")
    return answerScheme(message.scheme, message.status, message.reason, message.headers);
  if (message.kind === "refuseScheme") return refuseScheme(message.scheme);
  const { id } = message;
  try {
    if (message.kind === "close") return close(id);
    if (message.kind === "command") return views.get(id)?.run(message.command);
    const held = new Int32Array(message.held);
    const view = openView(message.settings, message.proxy, {
      number: message.number,
      tell: (event, bytes) =>
        post({ kind: "event", id, event, ...(bytes === undefined ? {} : { bytes }) }),
      asked: (request) => post({ kind: "scheme", id, request }),
      gate: {
        hold: () => void Atomics.add(held, 0, 1),
        allow: (url) => post({ kind: "allow", id, url }),
        release: () => {
          if (Atomics.sub(held, 0, 1) === 1) post({ kind: "release", id });
        },
        drop: () => post({ kind: "drop", id }),
      },
    });
    views.set(id, view);
  } catch (error) {
    post({ kind: "event", id, event: { tells: "failed", what: String(error) } });
  }
}

function close(id: number): void {
  const view = views.get(id);
  views.delete(id);
  if (view !== undefined) closeView(view);
}

const loop = new Loop();
// Whoever started it holds the other end.
watchFile(0, () => {
  if (readSync(0, new Uint8Array(64)) === 0) loop.quit(0);
});
process.exit(loop.run());
