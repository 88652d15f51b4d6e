import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { en, type Texts } from '../texts/en.ts';
import { zh } from '../texts/zh.ts';
import { recall, remember } from './remember.ts';

export type Language = 'en' | 'zh';

interface Speech {
  readonly language: Language;
  /** Name for `html lang` and Intl. */
  readonly locale: string;
  readonly texts: Texts;
  speak(language: Language): void;
}

const DICTIONARIES: Readonly<Record<Language, Texts>> = { en, zh };
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', zh: 'zh-CN' };

const SpeechContext = createContext<Speech | undefined>(undefined);

function recallLanguage(): Language {
  const asked = takeFromAddress('language');
  if (asked === 'en' || asked === 'zh') {
    remember('language', asked);
    return asked;
  }
  const chosen = recall('language');
  if (chosen === 'en' || chosen === 'zh') return chosen;
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** A parameter of the address, which leaves it: whoever chooses another language later keeps that one. */
function takeFromAddress(name: string): string | undefined {
  const address = new URL(location.href);
  const value = address.searchParams.get(name);
  if (value === null) return undefined;
  address.searchParams.delete(name);
  history.replaceState(null, '', address);
  return value;
}

/** The language in the address (`?language=zh`), or of the browser, until a person chooses one. */
export function LanguageProvider({ children }: { readonly children: ComponentChildren }) {
  const [language, setLanguage] = useState(recallLanguage);
  const locale = LOCALES[language];
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const speech = useMemo(
    (): Speech => ({
      language,
      locale,
      texts: DICTIONARIES[language],
      speak(chosen) {
        remember('language', chosen);
        setLanguage(chosen);
      },
    }),
    [language, locale],
  );
  return <SpeechContext.Provider value={speech}>{children}</SpeechContext.Provider>;
}

export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (speech === undefined) throw new Error('useSpeech() stands outside of LanguageProvider');
  return speech;
}

export function useTexts(): Texts {
  return useSpeech().texts;
}
