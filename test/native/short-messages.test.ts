import { expect, test } from "bun:test";
import type { ToApp, ToUi } from "../../src/contract/page/message.ts";
import { readToApp, readToUi, shortenToApp, shortenToUi } from "../../src/native/short-messages.ts";

const sender = { window: "main", document: 7, origin: "framework://localhost" };
const message: ToApp = {
  kind: "event",
  event: "page.message",
  payload: { request: 3, sender, text: '{"command":"echo"}' },
};
const reply: ToUi = { id: 0, call: "page.reply", args: { request: 3, text: '{"ok":true}' } };

test("a page's message and its reply cross as lists of plain values, and are read as they were", () => {
  expect(shortenToApp(message)).toEqual([
    3,
    "main",
    7,
    "framework://localhost",
    '{"command":"echo"}',
  ]);
  expect(shortenToUi(reply)).toEqual([3, '{"ok":true}']);
  expect(readToApp(structuredClone(shortenToApp(message)))).toEqual(message);
  expect(readToUi(structuredClone(shortenToUi(reply)))).toEqual(reply);
});

test("everything else crosses as it is", () => {
  const others: (ToApp | ToUi)[] = [
    { kind: "answer", id: 1, result: [1, 2] },
    { kind: "event", event: "page.closed", payload: { window: "main", document: 7 } },
  ];
  for (const other of others as ToApp[]) expect(readToApp(shortenToApp(other))).toBe(other);
  const asked: ToUi = { ...reply, id: 5 };
  for (const other of [asked, { id: 0, call: "app.ready", args: {} } as ToUi])
    expect(readToUi(shortenToUi(other))).toBe(other);
});
