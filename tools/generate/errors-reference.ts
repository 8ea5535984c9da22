import { errorCodes, type ErrorCode } from "../../src/contract/errors.ts";

/** The cause of each error code, with advice: for developers, and so in no app. */
const advice: Readonly<Record<ErrorCode, string>> = {
  "bad-message": `A page, or code of another site in it, talked to the app without the framework's own functions.

Call by \`invoke\` or the modules of \`framework/api\`.`,
  "unknown-command": `\`invoke\` named a command that \`commands\` of \`main.ts\` does not have, or one of a plugin that
\`plugins\` does not list. The message proposes the nearest name.

Type the call by \`invoke<typeof app>\`, so that the compiler knows the names.`,
  "not-allowed": `The message names the flag, for example \`framework.allowlist.dialog.ask\`, or of a plugin
\`plugins.store.allowlist.read\`. Pages of other sites may call nothing.

Set the flag to \`true\`. For a page of another site see \`dangerousRemoteDomainIpcAccess\` in
[Security](configuration/security.md). After a "no" of the user to an update, ask again at another time.`,
  "bad-argument": `The message names the argument and what it has to be. The types of \`framework/api\` find most of
these before the app runs. A command with a schema rejects so, too.

Correct the call. Where the value comes from a user, show the message.`,
  "out-of-scope": `The path, address or program matches no pattern of its scope, and the user has not chosen it. A link
that leads out of the scope counts by where it leads.

Add a narrow pattern to the scope that the message names, or let the user choose the file by \`open\` or \`save\` of
[\`framework/api/dialog\`](api/dialog.md): what is chosen joins the scope.`,
  "not-found": `The file or folder is not there, no window of that label is open, or the system has no such program.

Branch on this code where that is usual, as for a settings file at the first start.`,
  "already-exists": `A folder, file or window of that name is there.

Make a folder with \`recursive: true\`, and look for a window by \`WebviewWindow.getByLabel\` first.`,
  "bad-path": `The path holds bytes that are no Unicode, a NUL, or a name that the system reserves.

Such a file is used by the app's own code, which gets paths as bytes from \`node:fs\`.`,
  io: `The system refused: no rights, a full disk, a device that is gone. The message holds the system's own reason.

Show the message: the user can do something about most of these.`,
  network: `No connection, a certificate without a trusted authority, or an answer that broke off. The message holds the
reason.

Try again later. A server's own refusal is no error: look at \`status\` of the response.`,
  "timed-out": `The call has a limit, its own or one that you gave.

Raise \`timeout\` of the call, or let the user stop it.`,
  "too-long": `A server sent, or a program wrote, more than a page is given in one piece ([Limits](limits.md)).

Take the output as it comes, by \`spawn\` in place of \`execute\`, or download to a file by the plugin
[\`upload\`](../plugins/upload.md).`,
  "bad-update": `The feed, an archive or a signature is not what the key of \`framework.updater.pubkey\` signed, or it is
older than what is installed. The message says which.

Look at the feed on the server: all files of one build belong together ([Updates](../updates.md)).`,
  unavailable: `This system, session or machine cannot do it: no tray, no notifications, keys that another program has,
an update of an app that a package manager installed, or the API in a browser without an app. The message names the
reason.

Offer the feature only where it works; [What works where](../platforms.md) lists it.`,
  closed: `The window was closed, or its page left, before the answer came.

Nothing waits for the answer any more: leave it.`,
  restarted: `In development, \`main.ts\` or a file that it imports changed while the call waited. The new code does not
run the call. Built apps never send this code.

Call again where the answer is still wanted, for example when the page hears \`framework://restarted\`
([When own code changes](../restarts.md)).`,
  "command-failed": `A command of \`main.ts\` threw. The message is that of what was thrown, and \`data\` holds its own
fields. \`framework dev\` prints the stack.

Throw a \`FrameworkError\` of \`framework/app\` for a code of this list.`,
  internal: `The framework did something that it should never do.

Report it, with the output of \`npx framework info --markdown\`.`,
};

/** `docs/reference/errors.md`: every code of a rejected call. */
export function errorsReference(): string {
  const sections = Object.entries(errorCodes).map(
    ([code, meaning]) => `## ${code}\n\nMeaning: ${meaning}.\n\n${advice[code as ErrorCode]}`,
  );
  return `<!-- Written by tools/generate.ts from src/contract/errors.ts. -->

# Errors

Every call that fails rejects with a \`FrameworkError\`: an \`Error\` with a \`code\` to branch on, and a \`message\` for
people, which names the thing and the wanted state and may change. A call never stays without an answer. Cancelling is
a result and no error. \`framework dev\` names this page beside each refused call.
[Handle errors of calls](../how-to/handle-errors.md) shows how pages use codes.

${sections.join("\n\n")}

## Exit codes

| Code | Of an app |
| --- | --- |
| 0 | it ended, also by a signal; it handed over to the instance that runs; it printed \`--help\` or \`--version\` |
| 1 | it could not start, as without a display, \`setup\` failed, or nothing caught an error of own code |
| 2 | its arguments do not fit \`framework.cli\`: the reason and the usage are on standard error |
| 124 | own code did not return, so the process was ended four seconds after it was asked to end |
| other | what \`exit\` was given |

The tool ends with 0 when it did what it was asked to, and else with 1 and a message. \`framework test\` has the code of
its runner, and \`framework dev\` 130, 143 or 129 after SIGINT, SIGTERM or SIGHUP.
`;
}
