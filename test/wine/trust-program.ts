import { readFileSync } from "node:fs";
// oxlint-disable-next-line no-restricted-imports -- a program of a test
import { dlopen } from "bun:ffi";

// Puts a certificate, a file of DER, among those that the user of this Windows trusts.
const [path = ""] = process.argv.slice(2);
const der = readFileSync(path);
const crypt32 = dlopen("crypt32.dll", {
  // (store, certificate, its length) → BOOL
  CertAddEncodedCertificateToSystemStoreW: { args: ["ptr", "ptr", "u32"], returns: "i32" },
});
const store = Buffer.from("ROOT\0", "utf16le");
const isAdded = crypt32.symbols.CertAddEncodedCertificateToSystemStoreW(store, der, der.length);
process.stdout.write(isAdded === 0 ? "refused\n" : "trusted\n");
