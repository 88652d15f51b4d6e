import { useEffect, useState } from 'preact/hooks';
import { remember } from './remember.ts';
import { recallTheme, showTheme, type Theme } from './theme.ts';

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(recallTheme);
  useEffect(() => showTheme(theme), [theme]);
  return [
    theme,
    (chosen) => {
      remember('theme', chosen);
      setTheme(chosen);
    },
  ];
}
