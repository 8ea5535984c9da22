import { expect } from "bun:test";
import type { PagesApp } from "../support/app/pages-app.ts";

/** Another program on the same desktop. */
export interface ClipboardProgram {
  /** Its pasted text. */
  paste(): Promise<unknown>;
  /** Copies in it, for as long as the scope lasts. */
  copy(text: string): Promise<AsyncDisposable>;
}

/** The exchange of a page and another program through the clipboard, which is still empty. */
export function clipboardStories(
  shared: { readonly app: PagesApp },
  story: (name: string, run: () => Promise<void>) => void,
  other: ClipboardProgram,
): void {
  const read = (): Promise<unknown> => shared.app.page().call("clipboard.readText");
  const write = (text: string): Promise<unknown> =>
    shared.app.page().call("clipboard.writeText", text);

  const long = "0123456789 äöü ".repeat(200_000);

  story("an empty clipboard is null", async () => {
    expect(await read()).toBeNull();
  });

  for (const [name, text] of [
    ["signs", "“é ✓ 😀” <b>&amp;\n\ttab"],
    ["an empty text", ""],
    ["the ends of lines of all systems", "a\r\nb\nc\rd\r\n"],
    ["a long text", long],
  ] as const) {
    story(`${name}: what the page writes, it reads, and so does another program`, async () => {
      expect(await write(text)).toBeUndefined();
      expect(await read()).toBe(text);
      expect(await other.paste()).toBe(text);
    });
  }

  for (const [name, text] of [
    ["signs", "“é ✓ 😀”\n"],
    ["the ends of lines of all systems", "a\r\nb\nc\rd\r\n"],
    ["a long text", long],
  ] as const) {
    story(`${name}: what another program copies, the page reads`, async () => {
      await using _program = await other.copy(text);
      expect(await read()).toBe(text);
    });
  }

  story("a NUL and half a character are replaced", async () => {
    await write("a\0b\ud83dc");
    expect(await other.paste()).toBe("a\uFFFDb\uFFFDc");
  });

  story("the text is the last one's who copied", async () => {
    await write("first");
    await using _program = await other.copy("second");
    expect(await read()).toBe("second");
    await write("third");
    expect(await other.paste()).toBe("third");
  });
}
