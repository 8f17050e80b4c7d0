/** Hosts that serve files of repositories and packages: nobody who publishes there controls what is delivered. */
const UNCONTROLLED = [
  "raw.githubusercontent.com",
  "gist.githubusercontent.com",
  "raw.github.com",
  "github.com",
  "gist.github.com",
  "gitlab.com",
  "bitbucket.org",
  "codeberg.org",
  "cdn.jsdelivr.net",
  "fastly.jsdelivr.net",
  "unpkg.com",
  "esm.sh",
  "cdn.statically.io",
  "raw.githack.com",
  "rawcdn.githack.com",
  "ghproxy.com",
  "cdnjs.cloudflare.com",
  "esm.run",
  "www.github.com",
  "www.gitlab.com",
];

/** True for a host whose delivery the publisher does not control. */
export function isUncontrolled(host: string): boolean {
  return UNCONTROLLED.includes(host.toLowerCase().replace(/\.$/, ""));
}

/** True for names and addresses that only this machine answers to (RFC 6761, RFC 5735, RFC 4291). */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || /^127(?:\.\d{1,3}){3}$/.test(host) || host === "[::1]";
}
