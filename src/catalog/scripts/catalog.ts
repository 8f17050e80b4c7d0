import { startAnnouncements } from "./announce.ts";
import { addCopyButtons } from "./copy.ts";
import { focusOnSlash } from "./keyboard.ts";
import { startPickers } from "./picker.ts";
import { startThemeButton } from "./theme-button.ts";

startThemeButton();
startPickers();
addCopyButtons(startAnnouncements());
focusOnSlash();
