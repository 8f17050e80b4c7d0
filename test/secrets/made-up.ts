/** Values that look like secrets, put together when the tests run, so that no scanner finds one in this repository. */
const run = (letters: string, length: number) => letters.repeat(length).slice(0, length);
const MIXED = "a1B2c3D4e5F6g7H8i9J0";
const LETTERS = "abcdefGHIJklmnopQRST";

/** JSON of a length by which its Base64 ends in the letters that the rule wants. */
const ACCOUNT = Buffer.from(JSON.stringify({ email: "kay@example.org", secretKey: run(MIXED, 82) })).toString("base64");

/** By rule: a line that holds a value, the value, and what it is called. */
export const MADE_UP: readonly {
  readonly rule: string;
  readonly line: string;
  readonly value: string;
  readonly what: string;
}[] = [
  row("aws", "AWS Secret Access Key", run(MIXED, 40), (value) => `aws_secret_access_key = ${value}x`.slice(0, -1)),
  row("npm", "npm access token", ["npm", run(MIXED, 36)].join("_")),
  row("npm", "npmrc authToken", run(MIXED, 30), (value) => `//registry.example/:_authToken=${value}`),
  row("slack", "slack token", ["xoxb", run("1234567890", 12), run(MIXED, 24)].join("-")),
  row("sendgrid", "Sendgrid api key", ["SG", run(MIXED, 22), run(MIXED, 43)].join(".")),
  row("shopify", "Shopify api key", ["shpat", run("0a1b2c3d", 32)].join("_")),
  row("stripe", "Stripe Live Secret Key", ["sk", "live", run(MIXED, 24)].join("_")),
  row("github", "GitHub Token", ["ghp", run(MIXED, 36)].join("_")),
  row("gitlab", "GitLab Personal Access Token", ["glpat", run(MIXED, 20)].join("-")),
  row("grafana", "Grafana Cloud API token", ["glc", run(MIXED, 40)].join("_")),
  row("openai", "OpenAI API token", ["sk-", run(LETTERS, 20), "T3Blbk", "FJ", run(MIXED, 20)].join("")),
  row("anthropic", "Anthropic Claude API key", ["sk", "ant", "api03", `${run(MIXED, 93)}AA`].join("-")),
  row("groq", "Groq API key", ["gsk", run(MIXED, 52)].join("_")),
  row("huggingface", "Hugging Face User Access Token", ["hf", run(LETTERS, 34)].join("_")),
  row("linear", "linear api token", ["lin", "api", run(MIXED, 40)].join("_")),
  row("notion", "Notion integration token", ["ntn", run("1234567890", 11) + run(MIXED, 35)].join("_")),
  row("hashicorp-vault", "HashiCorp Vault service token", ["hvs", run(MIXED, 95)].join(".")),
  row("vercel", "Vercel personal access token", ["vcp", run(MIXED, 24)].join("_")),
  row("databricks", "Databricks personal access token", `dapi${run("0a1b2c3d4e5f", 32)}`),
  row("docker", "Docker Personal Access Token", ["dckr", "pat", run(MIXED, 27)].join("_")),
  row("figma", "Figma Personal Access Token", ["figd", run(MIXED, 40)].join("_")),
  row("cloudflare", "Cloudflare User API Token", ["cfut", run(MIXED, 40) + run("0a1b2c3d", 8)].join("_")),
  row("tailscale", "Tailscale API access token", ["tskey", "api", run(MIXED, 12), run(MIXED, 32)].join("-")),
  row("basicauth", "basic auth credential", ["https", "//kay", "s3rious@host.example.org"].join(":")),
  row(
    "database-connection-string",
    "PostgreSQL connection string",
    ["postgres", "//kay", "s3rious@db.acme.org/main"].join(":"),
  ),
  row("1password", "1Password Service Account token", ["ops", ACCOUNT].join("_")),
  row("privatekey", "private key", pem("RSA ")),
];

function row(rule: string, what: string, value: string, line = (each: string) => `token: ${each}`) {
  return { rule, what, value, line: line(value) };
}

/** A private key by its frame and its first letters. */
export function pem(kind: string): string {
  const frame = (edge: string) => ["-----", edge, " ", kind, "PRIVATE", " KEY-----"].join("");
  return `${frame("BEGIN")}\nMII${run(MIXED, 180)}\n${frame("END")}`;
}
