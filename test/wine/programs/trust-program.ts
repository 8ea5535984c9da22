import { readFileSync } from "node:fs";
import { wide } from "../../../src/native/windows/wide-text.ts";
import { library } from "../../../src/native/windows/library.ts";

// Puts a certificate, a file of DER, among those that the user of this Windows trusts.
const [path = ""] = process.argv.slice(2);
const der = readFileSync(path);
const crypt32 = library("crypt32.dll", {
  // (store, certificate, its length)
  CertAddEncodedCertificateToSystemStoreW: "ppu>b",
});
const isTrusted = crypt32.CertAddEncodedCertificateToSystemStoreW(wide("ROOT"), der, der.length);
process.stdout.write(isTrusted ? "trusted\n" : "refused\n");
