// Run by makensis for the uninstaller, in the middle of its work: asks the build that waits for it to sign the file. The key
// stays with the build.
//
//   bun sign-request.ts ADDRESS FILE

const [address = "", file = ""] = process.argv.slice(2);
const answer = await fetch(address, { method: "POST", body: file });
if (!answer.ok) throw new Error(await answer.text());
