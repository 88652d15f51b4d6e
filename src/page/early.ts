/** Runs before the first paint, so that no page appears in the wrong colours. */
import { showTheme } from './settings/theme.ts';

showTheme();
