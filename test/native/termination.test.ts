import { expect, test } from "bun:test";
import { constants } from "node:os";
import { Termination } from "../../src/native/shell/termination.ts";

const { SIGHUP, SIGINT, SIGTERM } = constants.signals;

/** The questions of these signals to an app, and the exit codes. */
function reported(...signals: readonly number[]): unknown[] {
  const heard: unknown[] = [];
  const termination = new Termination((code) => heard.push(code));
  termination.onRequest((reason) => heard.push(reason));
  for (const signal of signals) termination.take(signal);
  return heard;
}

test("the first signal asks, and the second one ends the process", () => {
  expect(reported(SIGINT)).toEqual(["SIGINT"]);
  expect(reported(SIGHUP)).toEqual(["SIGHUP"]);
  expect(reported(SIGINT, SIGINT).slice(0, 2)).toEqual(["SIGINT", 130]);
  expect(reported(SIGHUP, SIGTERM).slice(0, 2)).toEqual(["SIGHUP", 143]);
});

test("a terminal that is closed, and the end of a session, leave an app its time to end", () => {
  expect(reported(SIGHUP, SIGHUP)).toEqual(["SIGHUP"]);
  expect(reported(SIGTERM, SIGHUP)).toEqual(["SIGTERM"]);
  expect(reported(SIGINT, SIGHUP, SIGHUP)).toEqual(["SIGINT"]);
});
