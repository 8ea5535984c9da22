import { expect, test } from "bun:test";
import { markedIn } from "../../src/cli/programs/programs.ts";

test("processes that carry the mark are found in the listing of a Mac, without the keeper", () => {
  const mark = "_FRAMEWORK_STARTED_BY=0f2c";
  const listing = `
    1 /sbin/launchd
  501 /bin/sh -c while read -r group framework-keeper ${mark} /tmp/x HOME=/Users/me
  502 /usr/local/bin/node server.js HOME=/Users/me ${mark} PWD=/
  503 vim NOT_${mark}
 1504 sleep 600 ${mark}
`;
  expect(markedIn(listing, mark)).toEqual([502, 1504]);
});
