import { join } from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import { run } from "../project.ts";

export type KeyKind = "rsa" | "ec";

/** A certificate for code and one for time stamps, under a root of their own. */
export interface Certificates {
  readonly folder: string;
  readonly root: string;
  readonly certificate: string;
  /** Key and chain in one file, without a password. */
  readonly pem: string;
  readonly stamper: { readonly key: string; readonly certificate: string };
  /** @param options more of openssl's, each with a space before it */
  pkcs12(password: string, options?: string): string;
}

const extensions: Readonly<Record<string, string>> = {
  code: "extendedKeyUsage=codeSigning\nkeyUsage=digitalSignature\nbasicConstraints=CA:FALSE\n",
  stamper:
    "extendedKeyUsage=critical,timeStamping\nkeyUsage=digitalSignature\nbasicConstraints=CA:FALSE\n",
};

export function makeCertificates(folder: string, kind: KeyKind): Certificates {
  /** Runs a line of openssl; names of files are those of this kind of key. */
  const openssl = (line: string): string => run(["openssl", ...line.split(" ")], { cwd: folder });
  const newKey = kind === "rsa" ? "rsa:2048" : "ec -pkeyopt ec_paramgen_curve:P-256";
  const request = `req -newkey ${newKey} -noenc -sha256`;
  const file = (name: string): string => `${kind}-${name}`;
  const [root, rootKey] = [file("root.pem"), file("root.key")];
  openssl(`${request} -x509 -days 30 -subj /CN=Root -keyout ${rootKey} -out ${root}`);
  for (const [name, text] of Object.entries(extensions)) {
    writeFileSync(join(folder, file(`${name}.ext`)), text);
    openssl(
      `${request} -subj /CN=${name} -keyout ${file(`${name}.key`)} -out ${file(`${name}.csr`)}`,
    );
    const by = `-CA ${root} -CAkey ${rootKey} -days 30 -sha256 -extfile ${file(`${name}.ext`)}`;
    openssl(`x509 -req -in ${file(`${name}.csr`)} ${by} -out ${file(`${name}.pem`)}`);
  }
  const place = (name: string): string => join(folder, file(name));
  const parts = ["code.key", "code.pem", "root.pem"].map((name) =>
    readFileSync(place(name), "utf8"),
  );
  writeFileSync(place("signer.pem"), parts.join(""));
  return {
    folder,
    root: place("root.pem"),
    certificate: place("code.pem"),
    pem: place("signer.pem"),
    stamper: { key: place("stamper.key"), certificate: place("stamper.pem") },
    pkcs12(password, options = "") {
      const name = file("signer.p12");
      const content = `-inkey ${file("code.key")} -in ${file("code.pem")} -certfile ${root}`;
      openssl(`pkcs12 -export ${content} -passout pass:${password} -out ${name}${options}`);
      return join(folder, name);
    },
  };
}
