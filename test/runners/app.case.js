// A whole app, driven by framework/testing under Node.js.

import { launch } from "../../dist/testing/index.js";

test("own code answers, and its dialog is pressed", async () => {
  const app = await launch({ mode: "memory", project: process.env.EDITOR_PROJECT });
  try {
    expect(await app.invoke("edit", { text: "Hello" })).toBe(5);
    await app.windows.close();
    await (await app.dialogs.next()).press("Discard");
    expect((await app.exited).code).toBe(0);
  } finally {
    await app[Symbol.asyncDispose]();
  }
});
