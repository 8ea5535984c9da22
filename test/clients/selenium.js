// The notes example, driven by Selenium's client as its documentation writes it: node selenium.js
// <port> <folder of the app>

import assert from "node:assert/strict";
import { Builder, By, Key, until } from "selenium-webdriver";

const [port, app] = process.argv.slice(2);
const driver = await new Builder()
  .usingServer(`http://127.0.0.1:${port}`)
  .withCapabilities({ browserName: "framework", "framework:options": { app } })
  .build();
try {
  assert.equal(await driver.getTitle(), "Notes");
  const text = await driver.findElement(By.id("text"));
  const preview = await driver.findElement(By.css("[aria-label=Preview]"));

  // Real keys: with Shift, with a special one, and such as no keyboard has.
  await text.click();
  await text.sendKeys("# Hello", Key.ENTER, Key.chord(Key.SHIFT, "a"), " é日");
  assert.equal(await text.getAttribute("value"), "# Hello\nA é日");
  await driver.wait(until.elementLocated(By.css("#preview h1")), 5000);
  assert.match(await preview.getText(), /^Hello/);

  // Elements, scripts and their errors.
  assert.equal(await text.getTagName(), "textarea");
  assert.equal(await text.isDisplayed(), true);
  assert.equal(await text.getAriaRole(), "textbox");
  assert.equal(await text.getAccessibleName(), "Note");
  assert.equal((await driver.findElements(By.css("main > *"))).length, 2);
  assert.deepEqual(await driver.executeScript("return [arguments[0].id, { a: 1 }]", text), [
    "text",
    { a: 1 },
  ]);
  assert.equal(await driver.executeAsyncScript("setTimeout(arguments[0], 1, 'late')"), "late");
  await assert.rejects(driver.findElement(By.id("none")), { name: "NoSuchElementError" });
  await assert.rejects(driver.executeScript("throw new TypeError('no')"), /TypeError: no/);

  // The keyboard with a modifier, and the pointer.
  const keys = driver.actions().click(text).keyDown(Key.CONTROL).sendKeys("a");
  await keys.keyUp(Key.CONTROL).sendKeys(Key.DELETE).perform();
  assert.equal(await text.getAttribute("value"), "");

  // What a script of the page asks.
  await driver.executeScript("setTimeout(() => { window.answer = prompt('Name?', 'Ada') })");
  const prompt = await driver.wait(until.alertIsPresent(), 5000);
  assert.equal(await prompt.getText(), "Name?");
  await prompt.sendKeys("Grace");
  await prompt.accept();
  assert.equal(await driver.executeScript("return window.answer"), "Grace");

  // Windows and pictures.
  await driver.manage().window().setRect({ x: 20, y: 30, width: 700, height: 500 });
  const { width, height } = await driver.manage().window().getRect();
  assert.deepEqual([width, height], [700, 500]);
  assert.deepEqual(await driver.getAllWindowHandles(), ["main"]);
  const png = Buffer.from(await driver.takeScreenshot(), "base64");
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  await driver.navigate().refresh();
  await assert.rejects(text.click(), { name: "StaleElementReferenceError" });

  // A native menu and a native dialog.
  const again = await driver.findElement(By.id("text"));
  await again.sendKeys("draft");
  await driver.executeScript("framework: menu.choose", { path: ["File", "New"] });
  const dialog = await driver.executeScript("framework: dialog.next");
  assert.equal(dialog.kind, "choice");
  await driver.executeScript("framework: dialog.press", { button: dialog.buttons.at(-1) });
  assert.equal(await again.getAttribute("value"), "draft");
} finally {
  await driver.quit();
}
