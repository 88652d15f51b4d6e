import { recall } from './remember.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export function recallTheme(): Theme {
  const chosen = recall('theme');
  return THEMES.find((theme) => theme === chosen) ?? 'system';
}

/** tokens.css contains the colours of both themes; the attribute selects one. */
export function showTheme(theme: Theme = recallTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
