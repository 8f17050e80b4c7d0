import { startFinder } from "./finder.ts";

const form = document.querySelector<HTMLFormElement>("#finder");
if (form) startFinder(form);
