// Files that are dragged over a view: their owner, and the receivers of the events.
import { pathToFileURL } from "node:url";
import { afterEach, expect, test } from "bun:test";
import { Drag } from "../../../harness/objective-c/app-kit/ns-dragging.ts";
import { NSView } from "../../../harness/objective-c/app-kit/ns-view.ts";
import { objectAt } from "../../../harness/objective-c/ns-object.ts";
import { checkViolations, heldByApp, useStandIn } from "../../../harness/objective-c/stand-in.ts";
import { OwnClass } from "../../../src/native/macos/objc/own-class.ts";
import { dropMethods, FileDrop } from "../../../src/native/macos/window/file-drop.ts";

useStandIn();
afterEach(() => checkViolations());

const views: OwnClass<FileDrop> = new OwnClass<FileDrop>({
  name: "FrameworkTestView",
  base: "NSView",
  methods: dropMethods(
    (drop) => drop,
    () => views,
  ),
});

/** A view of a window that hears of files, or of one that leaves them to the page. */
class StagedView implements Disposable {
  readonly reported: unknown[] = [];
  readonly #object;

  constructor(hearsOfFiles = true) {
    const target = { filesDragged: (...what: unknown[]) => void this.reported.push(what) };
    this.#object = views.make(new FileDrop(hearsOfFiles ? target : null));
  }

  get view(): NSView {
    const found = objectAt(this.#object.address, "The view");
    if (found instanceof NSView) return found;
    throw new Error("Cannot find the view: another object is at its address");
  }

  /** The calls to the engine. */
  get engine(): readonly string[] {
    return this.view.dragged;
  }

  [Symbol.dispose](): void {
    this.#object[Symbol.dispose]();
  }
}

const paths = ["/tmp/a b.txt", "/tmp/“é” 100%.txt", "/tmp/folder"];
const files = paths.map((path) => pathToFileURL(path).href);

test("files are reported when they enter, leave and are dropped, and the engine sees none of it", () => {
  using staged = new StagedView();
  const first = new Drag(staged.view, files);
  expect([first.enter(), first.move()]).toEqual([true, true]);
  first.leave();
  first.leave();
  const second = new Drag(staged.view, files);
  second.enter();
  expect(second.drop()).toBe(true);
  expect(staged.reported).toEqual([
    ["hover", paths],
    ["cancel", []],
    ["hover", paths],
    ["drop", paths],
  ]);
  // The second time it belonged to none.
  expect(staged.engine).toEqual(["exited"]);
});

test.each([[[]], [["https://example.org/etc/passwd"]]])(
  "a drag without files is the engine's: %p",
  (addresses) => {
    using staged = new StagedView();
    const text = new Drag(staged.view, addresses);
    text.enter();
    text.move();
    text.leave();
    text.enter();
    expect(text.drop()).toBe(true);
    expect([staged.reported, staged.engine]).toEqual([
      [],
      ["entered", "updated", "exited", "entered", "dropped"],
    ]);
  },
);

test("files are the page's where the window is not to hear of them", () => {
  using staged = new StagedView(false);
  const drag = new Drag(staged.view, files);
  drag.enter();
  drag.drop();
  expect([staged.reported, staged.engine]).toEqual([[], ["entered", "dropped"]]);
});

test.each([true, false])(
  "files that a page names, of the app or of a browser, belong neither to the app nor to the engine (%p)",
  (hearsOfFiles) => {
    for (const mark of [
      null,
      "com.apple.WebKit.custom-pasteboard-data",
      "org.chromium.chromium-renderer-initiated-drag",
    ]) {
      using staged = new StagedView(hearsOfFiles);
      const from = mark === null ? { source: staged.view } : { mark };
      const drag = new Drag(staged.view, ["file:///etc/passwd"], from);
      expect([drag.enter(), drag.move(), drag.drop()]).toEqual([false, false, false]);
      expect([staged.reported, staged.engine]).toEqual([[], []]);
    }
  },
);

test("after a drop the next drag is a new one", () => {
  using staged = new StagedView();
  const drag = new Drag(staged.view, files);
  drag.enter();
  drag.drop();
  const text = new Drag(staged.view, []);
  text.enter();
  expect(staged.engine).toEqual(["entered"]);
});

test("nothing of a drag is held", () => {
  const round = (): void => {
    using staged = new StagedView();
    const drag = new Drag(staged.view, files);
    drag.enter();
    drag.drop();
  };
  round();
  const held = heldByApp();
  for (let count = 0; count < 50; count++) round();
  expect(heldByApp()).toEqual(held);
});
