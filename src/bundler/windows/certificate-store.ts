import { verify, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { environmentForOthers } from "../../process/environment.ts";
import type { Signer } from "../signing/certificate.ts";
import { derOf, integer, sequence } from "../signing/der.ts";
import type { Digest } from "../signing/signed-data.ts";

// A certificate in the store of Windows: its key, which may be on a smart card, cannot be exported,
// but it can sign. That is its only use here, so signatures, their attributes and time stamps are
// the same as with a certificate from a file. Windows PowerShell calls it: every Windows has it,
// while signtool comes with the SDK, and has to be downloaded.
//
// The script uses only classes of .NET. PowerShell's own commands are in modules, which it does not
// find if another PowerShell has started this tool.

/** The folder of Windows' PowerShell. */
export function findPowerShell({
  SystemRoot,
}: Readonly<Record<string, string | undefined>>): string {
  return join(
    SystemRoot ?? "C:\\Windows",
    "System32",
    "WindowsPowerShell",
    "v1.0",
    "powershell.exe",
  );
}

/**
 * A signer with a certificate in the store of the user or, if it is not there, in that of the
 * machine.
 *
 * @param thumbprint as Windows shows it: digits and letters, with any separators
 * @throws Error when there is no such certificate with a key
 */
export function signerInStore(thumbprint: string, powershell: string): Signer {
  const wanted = thumbprint.replaceAll(/[^0-9a-f]/gi, "").toUpperCase();
  const command = (script: string): string[] => [
    powershell,
    "-NoProfile",
    "-NonInteractive",
    "-EncodedCommand",
    Buffer.from(`${finding(wanted)}${script}`, "utf16le").toString("base64"),
  ];
  const { stdout, stderr, exitCode } = Bun.spawnSync(command(writingChain), streams());
  const chain = linesOf(
    answered({ code: exitCode, out: stdout.toString(), err: stderr.toString() }),
  ).map((line) => new X509Certificate(Buffer.from(line, "base64")));
  const [own] = chain;
  if (own === undefined)
    throw new Error(
      `Cannot find the certificate "${thumbprint}": want one with its private key in "Personal" of the user's or the machine's certificates`,
    );
  return {
    chain,
    async sign(bytes, digest) {
      const child = Bun.spawn(command(signing(bytes, digest)), streams());
      const [out, err, code] = await Promise.all([
        child.stdout.text(),
        child.stderr.text(),
        child.exited,
      ]);
      return checked(Buffer.from(answered({ code, out, err }), "base64"), { own, bytes, digest });
    },
  };
}

const streams = () =>
  ({
    env: environmentForOthers(),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    windowsHide: true,
  }) as const;

const X509 = "Security.Cryptography.X509Certificates";

/** Puts the certificate into `$own`, or nothing. */
const finding = (thumbprint: string): string => `
$ErrorActionPreference = 'Stop'
$own = $null
foreach ($place in 'CurrentUser', 'LocalMachine') {
  $store = [${X509}.X509Store]::new('My', [${X509}.StoreLocation]$place)
  $store.Open('ReadOnly')
  foreach ($one in $store.Certificates) {
    if ($null -eq $own -and $one.HasPrivateKey -and $one.Thumbprint -eq '${thumbprint}') { $own = $one }
  }
}
`;

/** Writes it and its issuers, one per line. */
const writingChain = `
if ($null -ne $own) {
  $chain = [${X509}.X509Chain]::new()
  $chain.ChainPolicy.RevocationMode = 'NoCheck'
  $null = $chain.Build($own)
  foreach ($element in $chain.ChainElements) { [Convert]::ToBase64String($element.Certificate.RawData) }
}
`;

const signing = (bytes: Uint8Array, digest: Digest): string => `
$bytes = [Convert]::FromBase64String('${Buffer.from(bytes).toString("base64")}')
$digest = [Security.Cryptography.HashAlgorithmName]::${digest.toUpperCase()}
$rsa = [${X509}.RSACertificateExtensions]::GetRSAPrivateKey($own)
if ($null -ne $rsa) {
  $signature = $rsa.SignData($bytes, $digest, [Security.Cryptography.RSASignaturePadding]::Pkcs1)
} else {
  $signature = [${X509}.ECDsaCertificateExtensions]::GetECDsaPrivateKey($own).SignData($bytes, $digest)
}
[Convert]::ToBase64String($signature)
`;

interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function answered({ code, out, err }: Answer): string {
  if (code === 0) return out.trim();
  throw new Error(
    `Cannot ask Windows' certificate store: PowerShell ended with ${code}\n${(err || out).trim()}`,
  );
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== "");
}

/** The signature in its encoded form. @throws Error when the certificate's key did not make it */
function checked(
  signature: Buffer,
  {
    own,
    bytes,
    digest,
  }: { readonly own: X509Certificate; readonly bytes: Uint8Array; readonly digest: Digest },
): Buffer {
  const isRsa = own.publicKey.asymmetricKeyType === "rsa";
  // .NET concatenates the two numbers of an elliptic curve signature; in files they are DER.
  const written = isRsa ? signature : twoNumbers(signature);
  if (verify(digest, bytes, own.publicKey, written)) return written;
  throw new Error(
    "Cannot sign with the certificate store: its signature is not by the certificate's key",
  );
}

function twoNumbers(bytes: Buffer): Buffer {
  const half = bytes.length / 2;
  return derOf(
    sequence(
      ...[bytes.subarray(0, half), bytes.subarray(half)].map((part) => integer(unsigned(part))),
    ),
  );
}

/** As short as possible, and never negative. */
function unsigned(bytes: Buffer): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = bytes.subarray(start < 0 ? bytes.length - 1 : start);
  return (digits[0] ?? 0) < 0x80 ? digits : Buffer.concat([Buffer.alloc(1), digits]);
}
