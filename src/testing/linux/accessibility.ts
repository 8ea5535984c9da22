import type { MessageBus } from "dbus-native";
import { roles, stateNames, type Role, type State } from "./accessibility-words.ts";
import { connectBus } from "./bus.ts";
import type { Session } from "./display.ts";
import { waitFor, within, type WaitOptions } from "../process/wait.ts";

// AT-SPI: every widget of every program is an object on a bus of its own, whose address the session
// bus provides. A node is identified by a pair, the program's name on that bus and a path; a web
// page is part of its window's tree although another process implements it. Source:
// https://gnome.pages.gitlab.gnome.org/at-spi2-core/libatspi/

type Reference = readonly [name: string, path: string];

const accessible = "org.a11y.atspi.Accessible";
const action = "org.a11y.atspi.Action";
const textual = "org.a11y.atspi.Text";
const noNode = "/org/a11y/atspi/null";

export interface Query {
  readonly role?: Role;
  /** The exact name, or a pattern for it. */
  readonly name?: string | RegExp;
  /** All its text, or a pattern for it: paragraphs and text fields have it in place of a name. */
  readonly text?: string | RegExp;
  /** States it must have. Default: only visible ones (`showing`). */
  readonly states?: readonly State[];
}

/** A screen reader's view of the session. */
export class Accessibility implements AsyncDisposable {
  private readonly bus: MessageBus;
  private readonly root: Node;

  constructor(bus: MessageBus) {
    this.bus = bus;
    this.root = new Node(bus, ["org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"]);
  }

  /** The programs with windows, or potential ones. */
  applications(): Promise<Node[]> {
    return this.root.children();
  }

  /** Waits for a program by its process id. */
  async application(pid: number, options: WaitOptions = {}): Promise<Node> {
    return waitFor(
      `process ${pid} on the accessibility bus`,
      async () => {
        const applications = await this.applications();
        const pids = await Promise.all(applications.map((node) => this.processOf(node)));
        return applications[pids.indexOf(pid)];
      },
      { state: async () => await this.root.describe(1), ...options },
    );
  }

  private async processOf(node: Node): Promise<number | null> {
    return this.bus.getConnectionUnixProcessId(node.program).catch(() => null);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.bus.close();
  }
}

/** Connects to the session's accessibility bus, and starts it if necessary. */
export async function openAccessibility(session: Session): Promise<Accessibility> {
  const address = await session.bus.invoke<string>({
    destination: "org.a11y.Bus",
    path: "/org/a11y/bus",
    interface: "org.a11y.Bus",
    member: "GetAddress",
  });
  return new Accessibility(await connectBus(address));
}

/** One widget, or one element of a page. */
export class Node {
  private readonly bus: MessageBus;
  private readonly reference: Reference;

  constructor(bus: MessageBus, reference: Reference) {
    this.bus = bus;
    this.reference = reference;
  }

  /** The bus name of the program that implements it. */
  get program(): string {
    return this.reference[0];
  }

  async role(): Promise<Role | "other"> {
    return roles[await this.call<number>(accessible, "GetRole")] ?? "other";
  }

  name(): Promise<string> {
    return this.property<string>(accessible, "Name");
  }

  description(): Promise<string> {
    return this.property<string>(accessible, "Description");
  }

  /** For a picture: its description, when the toolkit provides one. */
  imageDescription(): Promise<string> {
    return this.property<string>("org.a11y.atspi.Image", "ImageDescription");
  }

  attributes(): Promise<Record<string, string>> {
    return this.call<Record<string, string>>(accessible, "GetAttributes");
  }

  async states(): Promise<State[]> {
    const words = await this.call<number[]>(accessible, "GetState");
    return stateNames.filter((_, bit) => ((words[bit >> 5] ?? 0) & (1 << (bit & 31))) !== 0);
  }

  /** The text of a label, a text field or a paragraph. */
  async text(): Promise<string> {
    return this.call<string>(textual, "GetText", "ii", [0, -1]);
  }

  async parent(): Promise<Node | null> {
    const reference = await this.property<Reference>(accessible, "Parent");
    return reference[1] === noNode ? null : new Node(this.bus, reference);
  }

  async children(): Promise<Node[]> {
    const listed = await this.call<Reference[]>(accessible, "GetChildren");
    // The widget that holds a web page counts the page as its child, but leaves it out of the list.
    const references = listed.length > 0 ? listed : await this.childrenByIndex();
    return references
      .filter(([, path]) => path !== noNode)
      .map((reference) => new Node(this.bus, reference));
  }

  /** Performs its click action. */
  async press(): Promise<void> {
    await this.act(0);
  }

  /** The names of its actions, in the order of `act`. */
  async actions(): Promise<string[]> {
    // One by one, because WebKit never answers GetActions for an element of a page.
    const count = await this.property<number>(action, "NActions");
    return Promise.all(
      Array.from({ length: count }, (_, index) =>
        this.call<string>(action, "GetName", "i", [index]),
      ),
    );
  }

  async act(index: number): Promise<void> {
    const done = await this.call<boolean>(action, "DoAction", "i", [index]);
    if (!done)
      throw new Error(
        `Cannot do action ${index} of ${await this.describe(0)}: the program refused`,
      );
  }

  /**
   * Replaces all the text of a toolkit's field. Fields of a page refuse it: `focus` them and type.
   */
  async setText(text: string): Promise<void> {
    const done = await this.call<boolean>("org.a11y.atspi.EditableText", "SetTextContents", "s", [
      text,
    ]);
    if (!done)
      throw new Error(`Cannot write "${text}" into ${await this.describe(0)}: the program refused`);
  }

  /** Selects all its text. */
  async selectText(): Promise<void> {
    const { length } = await this.text();
    if (length > 0) await this.call<boolean>(textual, "SetSelection", "iii", [0, 0, length]);
  }

  /** Gives it the keyboard focus, within its window. */
  async focus(): Promise<void> {
    await this.call<boolean>("org.a11y.atspi.Component", "GrabFocus");
  }

  /** Its area on the screen. */
  async area(): Promise<{ x: number; y: number; width: number; height: number }> {
    const onScreen = 0;
    const [x, y, width, height] = await this.call<[number, number, number, number]>(
      "org.a11y.atspi.Component",
      "GetExtents",
      "u",
      [onScreen],
    );
    return { x, y, width, height };
  }

  /** Every matching node below this one, in reading order. */
  async findAll(query: Query): Promise<Node[]> {
    const below = await this.childrenNow();
    const found = await Promise.all(
      below.map(async (child) => [
        ...((await child.fits(query)) ? [child] : []),
        ...(await child.findAll(query)),
      ]),
    );
    return found.flat();
  }

  /** Waits for a matching node below this one; the first one of several. */
  async find(query: Query, options: WaitOptions = {}): Promise<Node> {
    return waitFor(`${inWords(query)} in`, async () => (await this.findAll(query))[0], {
      state: () => this.describe(),
      ...options,
    });
  }

  /** Waits until no node below this one matches. */
  async findNone(query: Query, options: WaitOptions = {}): Promise<void> {
    await waitFor(`no ${inWords(query)} in`, async () => (await this.findAll(query)).length === 0, {
      state: () => this.describe(),
      ...options,
    });
  }

  /** This node and those below it as an indented list: role, name, states. */
  async describe(depth = Infinity, indent = "  "): Promise<string> {
    const [role, name, states] = await Promise.all([
      this.role().catch(() => "gone"),
      this.name().catch(() => ""),
      this.states().catch(() => []),
    ]);
    const below = depth > 0 ? await this.childrenNow() : [];
    const lines = await Promise.all(below.map((child) => child.describe(depth - 1, `${indent}  `)));
    return [`${indent}${role} ${JSON.stringify(name)} ${states.join(" ")}`, ...lines].join("\n");
  }

  private interfaces(): Promise<string[]> {
    return this.call<string[]>(accessible, "GetInterfaces");
  }

  private async childrenByIndex(): Promise<Reference[]> {
    const count = await this.property<number>(accessible, "ChildCount");
    return Promise.all(
      Array.from({ length: count }, (_, index) =>
        this.call<Reference>(accessible, "GetChildAtIndex", "i", [index]),
      ),
    );
  }

  private async fits(query: Query): Promise<boolean> {
    try {
      if (query.role !== undefined && (await this.role()) !== query.role) return false;
      if (query.name !== undefined && !agrees(await this.name(), query.name)) return false;
      if (query.text !== undefined) {
        // GTK prints a warning for a text query about a widget without text.
        if (!(await this.interfaces()).includes(textual)) return false;
        if (!agrees(await this.text(), query.text)) return false;
      }
      const states = await this.states();
      return (query.states ?? ["showing"]).every((state) => states.includes(state));
    } catch {
      return false; // it was removed during the query
    }
  }

  private async childrenNow(): Promise<Node[]> {
    return this.children().catch(() => []);
  }

  private async call<T>(
    contract: string,
    member: string,
    signature = "",
    body: unknown[] = [],
  ): Promise<T> {
    const [destination, path] = this.reference;
    // A program that hangs does not answer.
    return within(
      `the answer of ${destination} to ${member}`,
      this.bus.invoke<T>({ destination, path, interface: contract, member, signature, body }),
    );
  }

  private property<T>(contract: string, name: string): Promise<T> {
    return this.call<T>("org.freedesktop.DBus.Properties", "Get", "ss", [contract, name]);
  }
}

function agrees(value: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? value === wanted : wanted.test(value);
}

function inWords({ role, name, text, states }: Query): string {
  const quote = (wanted: string | RegExp) =>
    typeof wanted === "string" ? JSON.stringify(wanted) : `${wanted}`;
  return [
    role ?? "node",
    ...(name === undefined ? [] : [quote(name)]),
    ...(text === undefined ? [] : [`with the text ${quote(text)}`]),
    ...(states === undefined ? [] : [`(${states.join(", ")})`]),
  ].join(" ");
}
