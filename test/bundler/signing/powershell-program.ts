// Stands in for Windows PowerShell with one certificate in its store: the file of PEM that STORE names. Of what it is told it
// takes the thumbprint, and what to sign.

import { sign, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

const script = Buffer.from(process.argv.at(-1) ?? "", "base64").toString("utf16le");
const said = (pattern: RegExp): string | undefined => pattern.exec(script)?.[1];

const pem = readFileSync(process.env["STORE"] ?? "", "utf8");
const chain = (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
  (text) => new X509Certificate(text),
);
const isThere = chain[0]?.fingerprint.replaceAll(":", "") === said(/\.Thumbprint -eq '(\w+)'/);

const content = said(/FromBase64String\('(.+)'\)/);
if (process.env["STORE_REFUSES"] !== undefined) {
  console.error("the card is not there");
  process.exitCode = 1;
} else if (isThere && content === undefined) {
  for (const { raw } of chain) console.log(raw.toString("base64"));
} else if (isThere && content !== undefined) {
  const bytes = Buffer.from(process.env["STORE_SIGNS"] ?? content, "base64");
  const digest = said(/HashAlgorithmName\]::(\w+)/)?.toLowerCase();
  // As .NET does: the two numbers of elliptic curves one behind the other.
  console.log(sign(digest, bytes, { key: pem, dsaEncoding: "ieee-p1363" }).toString("base64"));
}
