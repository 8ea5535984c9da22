import { colourPattern, effectNames } from "../../contract/window/effects.ts";
import {
  windowFieldRows,
  windowFields,
  type FieldValue,
  type WindowFieldName,
  type WindowFieldTable,
} from "../../contract/window/fields.ts";
import {
  boolean,
  choice,
  field,
  list,
  number,
  optional,
  record,
  text,
  textOf,
  type ChoiceShape,
  type Field,
  type FieldOptions,
  type Shape,
} from "./field.ts";

const label = textOf({
  characters: "\\p{Letter}\\p{Number}",
  says: "may hold only letters and digits",
  example: "main",
});

const noSuchWish = "window managers have no such setting";

const macos = ["macos"] as const;
const windows = ["windows"] as const;

const effect = choice("WindowEffect", effectNames);

const colour = textOf({
  pattern: colourPattern.source,
  says: "must be # and six hexadecimal digits",
  example: "#1e1e2e",
});

/** The configuration's description of a field, in addition to the table of window fields. */
interface Description {
  readonly sentence: string;
  readonly options: FieldOptions;
}

function says(sentence: string, options: FieldOptions = {}): Description {
  return { sentence, options };
}

type ChoiceName = {
  [N in WindowFieldName]: WindowFieldTable[N] extends { readonly kind: "choice" } ? N : never;
}[WindowFieldName];

/** Each value of a choice with its meaning, `""` if the name is clear. */
type Meanings<N extends ChoiceName> = { readonly [V in FieldValue<WindowFieldTable[N]>]: string };

const choices: { readonly [N in ChoiceName]: ChoiceShape } = {
  theme: choice("Theme", { Light: "", Dark: "" } satisfies Meanings<"theme">),
  titleBarStyle: choice("TitleBarStyle", {
    Visible: "A normal title bar.",
    Transparent:
      "A transparent title bar that shows the window's background; without the drawbacks of `Overlay`.",
    Overlay:
      "A transparent bar over the content. Its height differs between macOS versions, a custom drag region is needed, and the title's colour follows the system theme.",
  } satisfies Meanings<"titleBarStyle">),
};

const output: { readonly [N in WindowFieldName]: Description } = {
  url: says(
    "The page: an address, or a path inside the application. `users/<name>` loads `framework://localhost/users/<name>`: the file of that path, or `index.html`, which does the routing; only a path that ends like a file (`.html`) must exist.",
  ),
  userAgent: says(
    "User agent of the web view: products and comments, as in `My-App/1.0 (for Linux)`.",
  ),
  fileDropEnabled: says(
    "Report files dropped on the window. On Windows it must be off for drag and drop inside the page to work.",
  ),
  center: says("Open in the middle of the screen, whatever `x` and `y` say."),
  x: says("Horizontal position of the top left corner, in logical pixels."),
  y: says("Vertical position of the top left corner, in logical pixels."),
  width: says("Width in logical pixels."),
  height: says("Height in logical pixels."),
  minWidth: says("The least width in logical pixels."),
  minHeight: says("The least height in logical pixels."),
  maxWidth: says("The greatest width in logical pixels."),
  maxHeight: says("The greatest height in logical pixels."),
  resizable: says(
    "The user may resize it. In the newer revision, `false` also disables the maximize button.",
  ),
  maximizable: says(
    "The maximize button works. Ignored when `resizable` is false. On macOS it is the zoom button, which also enters fullscreen.",
    { newer: true, systems: ["windows", "macos"], elsewhere: noSuchWish },
  ),
  minimizable: says("The minimize button works.", {
    newer: true,
    systems: ["windows", "macos"],
    elsewhere: noSuchWish,
  }),
  closable: says(
    "The close button works. On Linux it is a request to the window manager, which may have no effect on a window that is already visible.",
    { newer: true },
  ),
  title: says("Title of the window.", { derived: { from: "`package.productName`", always: true } }),
  fullscreen: says("Start in fullscreen."),
  focus: says("Has the keyboard focus when it opens."),
  transparent: says(
    "The page may let the desktop shine through. On macOS this needs `framework.macOSPrivateApi`, without which the window is opaque; applications that use private interfaces are not accepted by its store.",
  ),
  maximized: says("Start maximized."),
  visible: says("Visible from the start."),
  showWhenPainted: says(
    "Hidden until its first page is complete, with its styles, scripts and pictures, for 10 s at most. A window that is not `visible` stays hidden. See docs/splash-screens.md.",
    { ours: true },
  ),
  decorations: says("Borders and title bar."),
  shadow: says(
    "The system draws a shadow around the window, and rounds its corners on Windows 11. On Windows it is for windows without decorations that are not transparent; a frame always has a shadow.",
    { ours: true, systems: ["windows", "macos"], elsewhere: "the window manager draws the shadow" },
  ),
  effects: says(
    "The background that the system draws behind the page: the first of these that it has. It is visible where the background of the page is transparent. Windows 11 22H2 has `mica`, `acrylic` and `tabbed`, macOS the others, for which it needs `framework.macOSPrivateApi`. See docs/looks.md.",
    { ours: true },
  ),
  effectsFallback: says(
    "Colour behind the page where the system has none of `effects`, such as `#1e1e2e`.",
    {
      ours: true,
    },
  ),
  alwaysOnTop: says("Stays above other windows."),
  contentProtected: says("Other applications cannot capture what it shows.", {
    systems: ["windows", "macos"],
    elsewhere: "every application can capture the window",
    protects: true,
  }),
  skipTaskbar: says("Does not appear in the taskbar.", {
    systems: ["linux", "windows"],
    elsewhere: "the Dock shows applications, not windows",
  }),
  theme: says(
    "Theme of the whole application, with its windows, dialogs and menus, once this window opens; the system's when absent. If several windows have one, the last decides.",
  ),
  titleBarStyle: says("How the title bar looks.", {
    systems: macos,
    elsewhere: "title bars have one style",
  }),
  hiddenTitle: says("Hides the title in the title bar.", {
    systems: macos,
    elsewhere: "title bars always show the title",
  }),
  acceptFirstMouse: says("A click on the inactive window also reaches the page.", {
    systems: macos,
    elsewhere: "such a click always reaches the page",
  }),
  tabbingIdentifier: says(
    "Windows with the same identifier are grouped as tabs; automatic tabbing is off when absent.",
    { systems: macos, elsewhere: "windows have no tabs of the system" },
  ),
  rememberState: says(
    "Opens with the position and size that it had when it was last closed, also maximized, fullscreen or without decorations. On Wayland, where a window cannot read its position, only the size is restored.",
    { ours: true },
  ),
  additionalBrowserArgs: says(
    "More arguments for the web engine. They replace `--disable-features=msWebOOUI,msPdfOOUI,msSmartScreenProtection`; repeat it if these should stay off. All windows share one browser process: the first window of the configuration that has some decides for all.",
    { systems: windows, elsewhere: "the web engine is not WebView2" },
  ),
};

function shapeOf(name: WindowFieldName): Shape {
  const { kind } = windowFields[name];
  switch (kind) {
    case "choices":
      return list(effect);
    case "colour":
      return colour;
    case "choice":
      return choices[name as ChoiceName];
    case "flag":
      return boolean;
    case "number":
    case "length":
      return number;
    case "text":
    case "address":
      return text;
  }
}

function fieldOf(name: WindowFieldName): Field {
  const { default: value } = windowFields[name];
  const { sentence, options } = output[name];
  const isOptional = value === null && options.derived === undefined;
  return isOptional
    ? optional(shapeOf(name), sentence, options)
    : field(shapeOf(name), value, sentence, options);
}

export const windowConfig = record(
  "WindowConfig",
  "A window to open when the application starts.",
  {
    label: field(
      label,
      null,
      "Name of the window inside the application. Each window needs its own.",
      {
        whenAbsent: "main",
      },
    ),
    ...Object.fromEntries(windowFieldRows.map(([name]) => [name, fieldOf(name)])),
  },
);
