// The limits of a page's requests. Each limit is checked before data is copied, laid out or
// unpacked, so that one page cannot slow the windows of all. `docs/reference/limits.md` is
// generated from this.

export interface Limit {
  readonly most: number;
}

export const limits = {
  messageText: { most: 256 * 1024 * 1024 },
  body: { most: 512 * 1024 * 1024 },
  bodiesHeld: { most: 256 * 1024 * 1024 },
  bodiesInFlight: { most: 1024 * 1024 * 1024 },
  answersInFlight: { most: 64 * 1024 * 1024 },
  smallAnswer: { most: 1024 * 1024 },
  smallAnswersInFlight: { most: 16 * 1024 * 1024 },
  unansweredCalls: { most: 50_000 },
  listeners: { most: 10_000 },
  eventName: { most: 1000 },
  eventBytes: { most: 64 * 1024 * 1024 },
  waitingEvents: { most: 100_000 },
  dialogText: { most: 5000 },
  dialogLines: { most: 500 },
  dialogButtons: { most: 20 },
  title: { most: 1000 },
  label: { most: 200 },
  menuEntries: { most: 10_000 },
  menuDepth: { most: 10 },
  notificationText: { most: 5000 },
  windowLabel: { most: 200 },
  address: { most: 2 * 1024 * 1024 },
  addressPath: { most: 100_000 },
  requestHeader: { most: 16 * 1024 },
  fileKinds: { most: 100 },
  fileExtensions: { most: 500 },
  pictureBytes: { most: 8 * 1024 * 1024 },
  picturePixels: { most: 4096 * 4096 },
  severalRanges: { most: 1024 * 1024 },
  streamsAtOnce: { most: 8 },
  openStreams: { most: 256 },
  readFile: { most: 512 * 1024 * 1024 },
  listedEntries: { most: 1_000_000 },
  wholeFile: { most: 256 * 1024 * 1024 },
  comparedSteps: { most: 1_000_000 },
  httpAnswer: { most: 256 * 1024 * 1024 },
  longestHttpAnswer: { most: 1024 * 1024 * 1024 },
  programOutput: { most: 256 * 1024 * 1024 },
  // Each uses several open files of the app, which usually may have 1024.
  executedPrograms: { most: 64 },
  spawnedPrograms: { most: 128 },
  windows: { most: 100 },
  // The runtime makes 256 connections at once, and a page whose servers never answer must not use
  // them all.
  httpRequests: { most: 64 },
  // The runtime scans all existing headers for each one that is added.
  httpHeaders: { most: 1000 },
  httpMethod: { most: 100 },
  httpAnswerHeaders: { most: 256 * 1024 },
} as const satisfies Record<string, Limit>;

export interface LimitText {
  readonly of: "bytes" | "characters" | "lines" | "pixels" | "pieces";
  /** The request that the limit bounds. */
  readonly what: string;
  /** The effect of exceeding it. */
  readonly more: string;
}

const refused = "The call is refused with the code `bad-argument`.";
const cut = "The rest is left out, and `…` shown in its place.";

/**
 * The texts of the reference page. Apps do not contain them: no code of the framework reads them.
 */
export const limitTexts: Readonly<Record<keyof typeof limits, LimitText>> = {
  messageText: {
    of: "characters",
    what: "A call that travels as text: only where the page's policy (`connect-src`) forbids requests to the app do bytes above 16 KB, and texts above 100,000 characters, travel so",
    more: refused,
  },
  body: {
    of: "bytes",
    what: "A call with more bytes, or long text",
    more: "The call is refused with the code `closed`.",
  },
  bodiesHeld: {
    of: "bytes",
    what: "Such calls of all pages that were read and have no answer yet, together",
    more: "They wait, pages in turns: each is read when there is room. One that is larger than all the room is read alone. Where none of them got its answer for two seconds, the next one is read nevertheless.",
  },
  bodiesInFlight: {
    of: "bytes",
    what: "Such calls of one document that have no answer yet, together",
    more: "They wait: each is read when there is room.",
  },
  answersInFlight: {
    of: "bytes",
    what: "Files, HTTP answers and output of programs for all pages of the app that they do not have yet, together, without small ones",
    more: "They wait, documents in turns: each is read when there is room. One that is larger than all the room is read alone. One that has got nothing more for two seconds holds the bytes that it has; where those of several are too much for others to go on, the largest is refused with the code `too-long`.",
  },
  smallAnswer: {
    of: "bytes",
    what: "A small file, of those that a page reads",
    more: "It is a large one.",
  },
  smallAnswersInFlight: {
    of: "bytes",
    what: "Small files that one document reads and does not have yet, together",
    more: "They wait: each is read when there is room.",
  },
  unansweredCalls: {
    of: "pieces",
    what: "Calls of one document that have begun and have no answer yet",
    more: "They wait in the page, in their order, until one has its answer, which standard error says once.",
  },
  listeners: {
    of: "pieces",
    what: "Listeners for events, of one document",
    more: refused,
  },
  eventName: {
    of: "characters",
    what: "The name of an event that a page listens to or emits, and the label of the window that it names with it",
    more: refused,
  },
  eventBytes: {
    of: "bytes",
    what: "The payload of an event; and the events that wait for a document that does not take them, together: their payloads, and 8 for each listener that one is for",
    more: "`emit` is refused with the code `bad-argument`; of those that wait, new ones are dropped.",
  },
  waitingEvents: {
    of: "pieces",
    what: "Events that wait for a document that does not take them",
    more: "New ones are dropped, which standard error says once.",
  },
  dialogText: {
    of: "characters",
    what: "The text of a message dialog",
    more: cut,
  },
  dialogLines: {
    of: "lines",
    what: "The lines of that text",
    more: cut,
  },
  dialogButtons: {
    of: "pieces",
    what: "The buttons of a question that `dialog.choose` asks",
    more: refused,
  },
  title: {
    of: "characters",
    what: "The title of a window or dialog, the name of a kind of files, the title and tooltip of the tray's icon, the title of a notification",
    more: cut,
  },
  label: {
    of: "characters",
    what: "The text of a button or of an item in a menu",
    more: cut,
  },
  menuEntries: {
    of: "pieces",
    what: "The entries of a menu, those of its submenus included",
    more: refused,
  },
  menuDepth: {
    of: "pieces",
    what: "Menus in one another",
    more: refused,
  },
  notificationText: {
    of: "characters",
    what: "The body of a notification",
    more: cut,
  },
  windowLabel: {
    of: "characters",
    what: "The label of a window that a page opens",
    more: refused,
  },
  address: {
    of: "characters",
    what: "The address of a window that a page opens",
    more: "The call is refused with the code `bad-argument`. A request to the app for a longer one is answered with the status 414.",
  },
  addressPath: {
    of: "characters",
    what: "An address that is asked of the app, up to its query",
    more: "The request is answered with the status 414.",
  },
  requestHeader: {
    of: "characters",
    what: "A header of such a request, as `range`",
    more: "The request is answered with the status 431.",
  },
  fileKinds: {
    of: "pieces",
    what: "Kinds of files in a file dialog",
    more: refused,
  },
  fileExtensions: {
    of: "pieces",
    what: "Extensions of one kind of files",
    more: refused,
  },
  pictureBytes: {
    of: "bytes",
    what: "A picture that a page sets as an icon: PNG, JPEG, GIF, BMP, ICO or WebP, not SVG",
    more: refused,
  },
  picturePixels: {
    of: "pixels",
    what: "The pixels of an icon",
    more: refused,
  },
  severalRanges: {
    of: "bytes",
    what: "The parts of a file together, where one request asks for several",
    more: "The whole file is sent.",
  },
  streamsAtOnce: {
    of: "pieces",
    what: "Parts of files above 1 MiB that are sent to one window at the same time",
    more: "They wait for others to end.",
  },
  openStreams: {
    of: "pieces",
    what: "Such parts that are sent or wait",
    more: "The request is answered with the status 503.",
  },
  readFile: {
    of: "bytes",
    what: "A file that `readTextFile` or `readBinaryFile` reads",
    more: refused,
  },
  listedEntries: {
    of: "pieces",
    what: "Entries that `readDir` lists with `recursive`: a folder that several links lead to is listed for each",
    more: refused,
  },
  wholeFile: {
    of: "bytes",
    what: "Windows: a file that a page loads whole, not in ranges as players do",
    more: "The request is answered with the status 413.",
  },
  comparedSteps: {
    of: "pieces",
    what: "Steps in which an argument of a program, or an address to open, is compared to an expression: about as many as it has characters, times the choices in the expression",
    more: "The call is refused with the code `out-of-scope`.",
  },
  httpAnswer: {
    of: "bytes",
    what: "The answer to an HTTP request, unpacked, when the request says no `maxBytes`",
    more: "The call is refused with the code `too-long`.",
  },
  longestHttpAnswer: {
    of: "bytes",
    what: "What a request may say as `maxBytes`",
    more: refused,
  },
  programOutput: {
    of: "bytes",
    what: "What a program writes that `execute` runs to its end; what `spawn` runs waits for the page instead",
    more: "The program is ended, and the call refused with the code `too-long`.",
  },
  executedPrograms: {
    of: "pieces",
    what: "Programs that `execute` runs at once for one document",
    more: "They wait for others to end.",
  },
  spawnedPrograms: {
    of: "pieces",
    what: "Programs of `spawn` that run at once for one document, or whose end it has yet to hear of",
    more: refused,
  },
  windows: {
    of: "pieces",
    what: "Open windows when a page opens one more; the app's own code may open as many as it likes",
    more: refused,
  },
  httpRequests: {
    of: "pieces",
    what: "HTTP requests of one document that are on their way",
    more: "They wait for others to end.",
  },
  httpHeaders: {
    of: "pieces",
    what: "Headers of one HTTP request",
    more: refused,
  },
  httpMethod: {
    of: "characters",
    what: "The method of an HTTP request",
    more: refused,
  },
  httpAnswerHeaders: {
    of: "bytes",
    what: "The headers of an HTTP answer, together",
    more: "The call is refused with the code `network`.",
  },
};
