// Run by makensis for the uninstaller, in the middle of its work: requests the waiting build to
// sign the file. The key stays with the build.
//
//   FRAMEWORK_SIGNING_ADDRESS=… bun sign-request.ts FILE

import { signingAddress } from "./makensis.ts";

const address = process.env[signingAddress] ?? "";
const [file = ""] = process.argv.slice(2);
const answer = await fetch(address, { method: "POST", body: file });
if (!answer.ok) throw new Error(await answer.text());
