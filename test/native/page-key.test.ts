import { expect, test } from "bun:test";
import { callPath, probePath, replyPath } from "../../src/contract/page/message.ts";
import type { PageDocument } from "../../src/native/shell/view/documents.ts";
import { beginsWithKeyOf, isCallOf, keyLength, makeKey } from "../../src/native/page/key.ts";

const key = makeKey();
const document = (own: string | null): PageDocument => ({
  window: "main",
  document: 1,
  origin: "framework://localhost",
  key: own,
});

test.each([
  ["POST", callPath, true],
  ["GET", probePath, true],
  ["GET", `${replyPath}1`, true],
  ["GET", callPath, false],
  ["PUT", callPath, false],
  ["POST", probePath, false],
  ["POST", `${replyPath}1`, false],
  ["POST", `${callPath}/`, false],
  ["GET", `/x${replyPath}1`, false],
  ["GET", "/", false],
])("with the document's key, %s of %s is a call: %p", (method, path, isCall) => {
  expect(isCallOf(document(key), { method, path, key })).toBe(isCall);
  expect(isCallOf(document(key), { method, path, key: makeKey() })).toBe(false);
});

test("a malformed key, or a key for a document without one, opens nothing", () => {
  const isOpen = (own: string | null, given: string | null) =>
    isCallOf(document(own), { method: "POST", path: callPath, key: given });
  expect([
    isOpen(key, null),
    isOpen(key, ""),
    isOpen(key, key.slice(1)),
    isOpen(key, `${key}0`),
  ]).toEqual([false, false, false, false]);
  expect([isOpen(null, key), isOpen(null, ""), isOpen(null, "null")]).toEqual([
    false,
    false,
    false,
  ]);
});

test("a message begins with the whole key", () => {
  const begins = (text: string) => beginsWithKeyOf(document(key), text);
  expect([
    begins(key),
    begins(`${key}{}`),
    begins(` ${key}`),
    begins(key.slice(0, -1)),
    begins(""),
  ]).toEqual([true, true, false, false, false]);
  expect(begins("\u00e9".repeat(keyLength))).toBe(false);
});
