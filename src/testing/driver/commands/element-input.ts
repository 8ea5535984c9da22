import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Hand, type Place } from "../actions/hand.ts";
import { characters, isSpecial, keyOf, modifiers, releaseAll } from "../actions/keys.ts";
import { DriverError } from "../errors.ts";
import type { Session } from "../session.ts";
import { settleAfter } from "./navigation.ts";

/** The devices of commands that name none. */
const pointer = "framework:pointer";
const keyboard = "framework:keyboard";

interface Target {
  /** `null`: the element was an option, and is already chosen. */
  readonly point: Place | null;
  readonly mayLeave: boolean;
}

/** Source: WebDriver, "Element Click". */
export async function clickElement(session: Session, id: string): Promise<void> {
  const document = session.loads.document(session.window);
  const target = await session.onElement<Target | null>("clickPoint", id);
  if (target === null || target.point === null) return;
  const { point } = target;
  const hand = new Hand(session);
  const click = async (): Promise<void> => {
    await hand.move(pointer, point);
    await hand.button(pointer, 0, true);
    await hand.button(pointer, 0, false);
  };
  await session.prompts.before(session.window, click());
  session.inputState.release({ source: pointer, kind: "button", name: "0" });
  if (target.mayLeave) await settleAfter(session, document);
}

type KeysWay =
  { readonly way: "type" | "done" } | { readonly way: "files"; readonly multiple: boolean };

/** Source: WebDriver, "Element Send Keys". */
export async function sendKeys(session: Session, id: string, text: string): Promise<void> {
  const { isStrictAboutFiles } = session.wanted;
  const way = await session.onElement<KeysWay | null>("beginKeys", id, text, isStrictAboutFiles);
  if (way === null || way.way === "done") return;
  if (way.way === "files") await sendFiles(session, id, text, way.multiple);
  else await session.prompts.before(session.window, typeText(session, text));
}

async function typeText(session: Session, text: string): Promise<void> {
  const hand = new Hand(session);
  const held: string[] = [];
  const releaseHeld = async (): Promise<void> => {
    for (const character of held.splice(0).reverse()) await hand.key(keyboard, character, false);
  };
  for (const character of characters(text)) {
    if (character === releaseAll) await releaseHeld();
    else if (isSpecial(character) && isModifier(character)) {
      const at = held.indexOf(character);
      await hand.key(keyboard, character, at === -1);
      if (at === -1) held.push(character);
      else held.splice(at, 1);
    } else {
      await hand.key(keyboard, character, true);
      await hand.key(keyboard, character, false);
    }
  }
  await releaseHeld();
}

function isModifier(character: string): boolean {
  return (modifiers as readonly string[]).includes(keyOf(character).key);
}

async function sendFiles(
  session: Session,
  id: string,
  text: string,
  isMultiple: boolean,
): Promise<void> {
  const paths = text.split("\n");
  if (text === "" || (paths.length > 1 && !isMultiple))
    throw new DriverError(
      "invalid argument",
      `Cannot put ${paths.length} files into the field: want ${isMultiple ? "paths" : "one path"}`,
    );
  const files = paths.map((path) => {
    try {
      return { name: basename(path), type: "", base64: readFileSync(path).toString("base64") };
    } catch (cause) {
      const message = `Cannot read "${path}": want a file of this machine`;
      throw new DriverError("invalid argument", message, { cause });
    }
  });
  await session.onElement("setFiles", id, files);
}
