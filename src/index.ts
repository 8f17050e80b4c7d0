export { default } from "./astro/integration.ts";
export type { Options } from "./options.ts";
export type { Report } from "./publication/report.ts";
