// The notes example, driven by WebdriverIO as its documentation writes it: node webdriverio.js
// <port> <folder of the app>

import assert from "node:assert/strict";
import { remote } from "webdriverio";

const [port, app] = process.argv.slice(2);
const browser = await remote({
  hostname: "127.0.0.1",
  port: Number(port),
  logLevel: "error",
  capabilities: { browserName: "framework", "framework:options": { app } },
});
try {
  assert.equal(await browser.getTitle(), "Notes");
  const text = await browser.$("aria/Note");
  await text.setValue("# Hello");
  assert.equal(await text.getValue(), "# Hello");
  await browser.$("#preview h1").waitForDisplayed();
  assert.equal(await browser.$("h1=Hello").getText(), "Hello");
  assert.equal(await browser.$("#none").isExisting(), false);

  await text.click();
  await browser.keys(["Control", "a"]);
  await browser.keys(["Delete"]);
  assert.equal(await text.getValue(), "");

  const heading = await browser.execute((title) => `${title}: ${document.title}`, "Title");
  assert.equal(heading, "Title: Notes");
  await browser.execute(() => void setTimeout(() => alert("Hello")));
  const asked = await browser.waitUntil(() => browser.getAlertText().catch(() => null));
  assert.equal(asked, "Hello");
  await browser.acceptAlert();

  await browser.setWindowSize(720, 520);
  assert.deepEqual(await browser.getWindowSize(), { width: 720, height: 520 });
  assert.deepEqual(await browser.getWindowHandles(), ["main"]);
  assert.ok((await text.getLocation()).x >= 0);
  const png = Buffer.from(await browser.takeScreenshot(), "base64");
  assert.equal(png.toString("latin1", 1, 4), "PNG");

  const items = await browser.execute("framework: menu.items");
  assert.equal(items[0].text, "File");
  await assert.rejects(browser.execute("framework: menu"), /want one of .*menu\.items/);
} finally {
  await browser.deleteSession();
}
