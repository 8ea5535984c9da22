import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunningApp } from "../../../harness/running-app.ts";
import type { WineSession } from "../../../harness/wine.ts";
import { focus, picture, press, windowTitled } from "../../../harness/x.ts";
import { run } from "../../../harness/x-program.ts";
import {
  iconSize,
  movePointer,
  pointer,
  pressButton,
  releaseButton,
  sizeLimits,
} from "../../../harness/x-window.ts";
import type { Outside } from "./window-stage.ts";

interface Question {
  readonly number: number;
  readonly name: keyof Outside;
  readonly args: readonly unknown[];
}

/** A server that listens to programs, and answers their requests. Leaving the scope ends it. */
export interface Answering extends AsyncDisposable {
  listenTo<A extends RunningApp>(program: A): A;
}

type Answers = {
  readonly [N in keyof Outside]: (
    ...args: Parameters<Outside[N]>
  ) => Promise<ReturnType<Outside[N]>>;
};

/** Answers what cases ask of the session they are in. */
export function answerQuestions(
  wine: WineSession,
  answer: (name: string, text: string) => void,
): Answering {
  const { session } = wine;
  const stack = new AsyncDisposableStack();
  const answers: Answers = {
    states: async (title) => (await windowTitled(session, title)).states,
    area: async (title) => (await windowTitled(session, title)).area,
    limits: async (title) => sizeLimits(session, (await windowTitled(session, title)).id),
    press: async (title, keys) => {
      await press(session, (await windowTitled(session, title)).id, keys);
      return null;
    },
    movePointer: async (x, y) => {
      await movePointer(session, [x, y]);
      return null;
    },
    holdButton: async (isHeld) => {
      await (isHeld ? pressButton(session) : releaseButton(session));
      return null;
    },
    pointer: async () => pointer(session),
    colour: async (x, y) => [...picture(session, { x, y, width: 1, height: 1 }).pixels],
    dragFiles: async (names, x, y) => {
      const folder = join(session.folder, "dragged");
      mkdirSync(folder, { recursive: true });
      for (const name of names) writeFileSync(join(folder, name), "");
      const addresses = names.map((name) => Bun.pathToFileURL(join(folder, name)).href);
      const source = join(import.meta.dir, "../../fixtures/drag-source.ts");
      stack.use(session.start([process.execPath, source, "source", "10", "600", ...addresses]));
      const { id, area } = await windowTitled(session, "source");
      await focus(session, id);
      await run(session, ["xdotool", "mousemove", String(area.x + 50), String(area.y + 50)]);
      await pressButton(session);
      await movePointer(session, [area.x + 90, area.y + 90], [x, y]);
      return null;
    },
    icon: async (title) => iconSize(session, (await windowTitled(session, title)).id),
  };

  async function reply(pid: string, { number, name, args }: Question): Promise<void> {
    const find = answers[name] as (...args: readonly unknown[]) => Promise<unknown>;
    const found = await find(...args).then(
      (value) => ({ value }),
      (error: unknown) => ({ error: String(error) }),
    );
    answer(`${pid}-${number}`, JSON.stringify(found));
  }

  let isOver = false;
  stack.defer(() => void (isOver = true));
  return {
    listenTo(program) {
      void (async () => {
        for (let read = 0; !isOver && program.isRunning; await Bun.sleep(5)) {
          for (; read < program.output.length; read++) {
            const asked = /^ask (\d+) (.*)$/.exec(program.output[read]?.text ?? "");
            if (asked !== null) void reply(asked[1] ?? "", JSON.parse(asked[2] ?? "") as Question);
          }
        }
      })();
      return program;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
