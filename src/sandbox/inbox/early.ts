/** Runs before anything is drawn, so that no page flashes up in the wrong colours. */
import { showTheme } from './settings/theme.ts';

showTheme();
