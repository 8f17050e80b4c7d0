const ENV = /^\.env(?:\.(?!example$|sample$|template$).*)?$/i;
const SSH_KEY = /^id_(?:rsa|dsa|ecdsa|ecdsa_sk|ed25519|ed25519_sk)$/i;
const KEY_FILE = /\.(?:pem|key)$/i;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/;

/**
 * Why a file looks like a secret that must not be published, judged by its name and, for key files, by its content.
 *
 * @param name the file's base name
 */
export function secretReason(name: string, bytes: Uint8Array): string | undefined {
  if (ENV.test(name)) return "an environment file";
  if (SSH_KEY.test(name)) return "an SSH key by its name";
  if (
    KEY_FILE.test(name) &&
    PRIVATE_KEY.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1"))
  )
    return "a private key";
  return undefined;
}
