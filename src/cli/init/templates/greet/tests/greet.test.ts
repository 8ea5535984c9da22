import { expect, test } from "bun:test";
import app from "../src-framework/main.ts";

test("the greeting holds the name", () => {
  expect(app.commands.greet({ name: "Ada" })).toBe("Hello, Ada!");
});
