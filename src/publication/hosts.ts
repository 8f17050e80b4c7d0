/** Domains that serve files of repositories and packages: nobody who publishes there controls what is delivered. */
const UNCONTROLLED = [
  "github.com",
  "githubusercontent.com",
  "gitlab.com",
  "bitbucket.org",
  "codeberg.org",
  "jsdelivr.net",
  "unpkg.com",
  "esm.sh",
  "esm.run",
  "statically.io",
  "githack.com",
  "ghproxy.com",
  "huggingface.co",
  "cdnjs.cloudflare.com",
];

/** True for a host whose delivery the publisher does not control: one of those domains, or below one. */
export function isUncontrolled(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return UNCONTROLLED.some((domain) => name === domain || name.endsWith(`.${domain}`));
}

/** True for names and addresses that only this machine answers to (RFC 6761, RFC 5735, RFC 4291). */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || /^127(?:\.\d{1,3}){3}$/.test(host) || host === "[::1]";
}
