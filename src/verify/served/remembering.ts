import type { Answer, Host } from "./host.ts";

/** A host that is asked for each of some paths only once; what it answered is given again. */
export function remembering(host: Host, paths: readonly string[]): Host {
  const kept = new Set(paths.map((path) => `${host.base}/${path}`));
  const answers = new Map<string, Promise<Answer>>();
  return {
    ...host,
    get: (url, ask) => {
      if (!kept.has(url) || ask.method === "HEAD" || ask.encoding === "any") return host.get(url, ask);
      const answer = answers.get(url) ?? host.get(url, ask);
      answers.set(url, answer);
      return answer;
    },
  };
}
