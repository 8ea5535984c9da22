import { boolean, choice, field, number, optional, record, text, textOf } from "./field.ts";

const theme = choice("Theme", { Light: "", Dark: "" });

const titleBarStyle = choice("TitleBarStyle", {
  Visible: "A normal title bar.",
  Transparent:
    "A transparent title bar that shows the window's background; without the drawbacks of `Overlay`.",
  Overlay:
    "A transparent bar over the content. Its height differs between macOS versions, a custom drag region is needed, and the title's colour follows the system theme.",
});

const label = textOf({
  characters: "\\p{Letter}\\p{Number}",
  says: "may hold only letters and digits",
  example: "main",
});

const macos = ["macos"] as const;
const windows = ["windows"] as const;

export const windowConfig = record("WindowConfig", "A window to open when the application starts.", {
  label: field(label, null, "Name of the window inside the application. Each window needs its own.", {
    whenAbsent: "main",
  }),
  url: field(
    text,
    "index.html",
    "What it shows: an address, or a path inside the application. `users/<name>` loads `framework://localhost/users/<name>`: the file of that path, or `index.html`, which does the routing; only what ends like a file (`.html`) must be there.",
  ),
  userAgent: optional(text, "User agent of the web view."),
  fileDropEnabled: field(
    boolean,
    true,
    "Report files dropped on the window. On Windows it must be off for drag and drop inside the page to work.",
  ),
  center: field(boolean, false, "Open in the middle of the screen."),
  x: optional(number, "Horizontal position of the top left corner, in logical pixels."),
  y: optional(number, "Vertical position of the top left corner, in logical pixels."),
  width: field(number, 800, "Width in logical pixels."),
  height: field(number, 600, "Height in logical pixels."),
  minWidth: optional(number, "The least width in logical pixels."),
  minHeight: optional(number, "The least height in logical pixels."),
  maxWidth: optional(number, "The greatest width in logical pixels."),
  maxHeight: optional(number, "The greatest height in logical pixels."),
  resizable: field(
    boolean,
    true,
    "The user may resize it. In the newer revision, `false` also disables the maximize button.",
  ),
  maximizable: field(
    boolean,
    true,
    "The maximize button works. Ignored when `resizable` is false. On macOS it is the zoom button, which also enters fullscreen.",
    { newer: true, systems: ["windows", "macos"] },
  ),
  minimizable: field(boolean, true, "The minimize button works.", {
    newer: true,
    systems: ["windows", "macos"],
  }),
  closable: field(
    boolean,
    true,
    "The close button works. On Linux it is a request to the window manager, which may have no effect on a window that is already visible.",
    { newer: true },
  ),
  title: field(text, null, "Title of the window.", {
    derived: { from: "`package.productName`", always: true },
  }),
  fullscreen: field(boolean, false, "Start in fullscreen."),
  focus: field(boolean, true, "Has the keyboard focus when it opens."),
  transparent: field(
    boolean,
    false,
    "The page may let the desktop shine through. On macOS this needs `framework.macOSPrivateApi`, and applications that use private interfaces are not accepted by its store.",
  ),
  maximized: field(boolean, false, "Start maximized."),
  visible: field(boolean, true, "Visible from the start."),
  decorations: field(boolean, true, "Borders and title bar."),
  alwaysOnTop: field(boolean, false, "Stays above other windows."),
  contentProtected: field(boolean, false, "Other applications cannot capture what it shows.", {
    systems: ["windows", "macos"],
  }),
  skipTaskbar: field(boolean, false, "Does not appear in the taskbar.", { systems: ["linux", "windows"] }),
  theme: optional(theme, "Theme to start with; the system's when absent. macOS needs 10.14 or later.", {
    systems: ["windows", "macos"],
  }),
  titleBarStyle: field(titleBarStyle, "Visible", "How the title bar looks.", { systems: macos }),
  hiddenTitle: field(boolean, false, "Hides the title in the title bar.", { systems: macos }),
  acceptFirstMouse: field(boolean, false, "A click on the inactive window also reaches the page.", {
    systems: macos,
  }),
  tabbingIdentifier: optional(
    text,
    "Windows with the same identifier are grouped as tabs; automatic tabbing is off when absent.",
    { systems: macos },
  ),
  additionalBrowserArgs: optional(
    text,
    "More arguments for the web engine. They replace `--disable-features=msWebOOUI,msPdfOOUI,msSmartScreenProtection`; repeat it if these should stay off.",
    { systems: windows },
  ),
});
