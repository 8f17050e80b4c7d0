import { expect, test } from "vitest";
import { secretReason } from "../../src/source/secrets.ts";

const pem = (label: string) => Buffer.from(`-----BEGIN ${label}-----\nMIIB\n-----END ${label}-----\n`);
const none = Buffer.from("");

test.each([
  [".env", none],
  [".env.local", none],
  [".env.production", none],
  [".ENV", none],
  ["id_rsa", none],
  ["id_dsa", none],
  ["id_ecdsa", none],
  ["id_ed25519", none],
  ["server.key", pem("PRIVATE KEY")],
  ["server.key", pem("RSA PRIVATE KEY")],
  ["server.pem", pem("EC PRIVATE KEY")],
  ["server.pem", pem("ENCRYPTED PRIVATE KEY")],
  ["SERVER.PEM", pem("OPENSSH PRIVATE KEY")],
  ["chain.pem", Buffer.concat([pem("CERTIFICATE"), pem("PRIVATE KEY")])],
  ["secret.key", pem("PGP PRIVATE KEY BLOCK")],
])("%s is a secret", (name, bytes) => {
  expect(secretReason(name, bytes)).toEqual(expect.any(String));
});

test.each([
  [".env.example", none],
  [".env.sample", none],
  [".env.template", none],
  [".environment", none],
  ["env", none],
  ["id_rsa.pub", none],
  ["words.key", Buffer.from("C major\n")],
  ["public.key", pem("PUBLIC KEY")],
  ["keys.md", pem("PRIVATE KEY")],
])("%s is not", (name, bytes) => {
  expect(secretReason(name, bytes)).toBeUndefined();
});
