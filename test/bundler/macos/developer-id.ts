import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSigner, type Signer } from "../../../src/bundler/signing/certificate.ts";
import { signingByCertificate, type MacSigning } from "../../../src/bundler/macos/mac-signing.ts";
import { run } from "../project.ts";

export interface DeveloperId {
  readonly root: string;
  readonly signer: Signer;
  /** PEM of the key, the certificate and, where wanted, those above it. */
  readonly pem: (options?: { readonly isAlone?: boolean }) => string;
  readonly signing: (timeStamp?: string) => MacSigning;
}

export const team = "ABCDE12345";
export const identity = `Developer ID Application: Ada Byron (${team})`;

// Apple's marks of certificates. Their value has no meaning.
const marks = {
  issuer:
    "basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n1.2.840.113635.100.6.2.6=DER:0500\n",
  leaf: "basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=codeSigning\n1.2.840.113635.100.6.1.13=DER:0500\n",
};

/** Certificates that look like those of a developer whom Apple allows to distribute apps. */
export function makeDeveloperId(folder: string): DeveloperId {
  const openssl = (args: readonly string[]): string => run(["openssl", ...args], { cwd: folder });
  const newKey = ["req", "-newkey", "rsa:2048", "-noenc", "-sha256"];
  openssl([
    ...newKey,
    "-x509",
    "-days",
    "30",
    "-subj",
    "/O=Apple Inc./CN=Root",
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
  ]);
  const issue = (name: keyof typeof marks, subject: string, by: string): void => {
    writeFileSync(join(folder, `${name}.ext`), marks[name]);
    openssl([...newKey, "-subj", subject, "-keyout", `${name}.key`, "-out", `${name}.csr`]);
    const authority = ["-CA", `${by}.pem`, "-CAkey", `${by}.key`, "-days", "30", "-sha256"];
    openssl([
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      ...authority,
      "-extfile",
      `${name}.ext`,
      "-out",
      `${name}.pem`,
    ]);
  };
  issue("issuer", "/O=Apple Inc./CN=Developer ID Certification Authority", "ca");
  issue("leaf", `/UID=${team}/CN=${identity}/OU=${team}/O=Ada Byron/C=GB`, "issuer");
  const text = (name: string): string => readFileSync(join(folder, name), "utf8");
  const pem: DeveloperId["pem"] = ({ isAlone = false } = {}) =>
    ["leaf.key", "leaf.pem", ...(isAlone ? [] : ["issuer.pem", "ca.pem"])].map(text).join("");
  const signer = readSigner(Buffer.from(pem()), "", "signer.pem");
  return {
    root: join(folder, "ca.pem"),
    signer,
    pem,
    signing: (timeStamp) => signingByCertificate(signer, 1_767_225_600, timeStamp),
  };
}
