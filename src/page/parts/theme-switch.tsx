import { Moon, Sun, SunMoon } from 'lucide-preact';
import { THEMES } from '../settings/theme.ts';
import { useTheme } from '../settings/use-theme.ts';
import { useTexts } from '../speech.tsx';

const ICONS = { system: SunMoon, light: Sun, dark: Moon } as const;

/** Cycles through system, light, dark. */
export function ThemeSwitch() {
  const { theme: texts } = useTexts();
  const [theme, choose] = useTheme();
  const Icon = ICONS[theme];
  const label = texts.label(texts[theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <button type="button" class="tool" aria-label={label} title={label} onClick={() => choose(next)}>
      <Icon size={18} aria-hidden="true" />
    </button>
  );
}
