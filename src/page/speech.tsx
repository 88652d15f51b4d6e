import { type ComponentChildren, createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import { recall, remember } from './settings/remember.ts';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The texts of the shared parts; the catalogue of each page has them, with its own. */
export interface PageTexts {
  readonly loading: string;
  readonly copied: string;
  /** Between names. */
  readonly and: string;
  readonly language: { readonly switchTo: string; readonly label: string };
  readonly theme: {
    readonly label: (theme: string) => string;
    readonly system: string;
    readonly light: string;
    readonly dark: string;
  };
  readonly failure: {
    readonly unreachable: string;
    readonly unreachableHint?: string;
    readonly refused: string;
    readonly retry: string;
    /** What it is about does not exist, or no longer. Default: as any refusal. */
    readonly gone?: string;
    readonly goneHint?: string;
  };
  readonly diagram: {
    readonly label: string;
    readonly help: string;
    readonly current: string;
    readonly done: string;
    readonly taken: string;
    readonly fit: string;
    readonly larger: string;
    readonly smaller: string;
    readonly failed: string;
    readonly failedHint: string;
    readonly noDrawing: string;
    readonly noDrawingHint: string;
    readonly describe: (current: string, done: string) => string;
  };
}

export interface Speech<Texts extends PageTexts = PageTexts> {
  readonly language: Language;
  /** Name for `html lang` and Intl. */
  readonly locale: string;
  readonly texts: Texts;
  speak(language: Language): void;
}

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

interface SpeechProviderProps {
  readonly dictionaries: Readonly<Record<Language, PageTexts>>;
  readonly children: ComponentChildren;
}

/** The language in the address (`?language=zh`), or of the browser, until a person chooses one. */
export function SpeechProvider({ dictionaries, children }: SpeechProviderProps) {
  const [language, setLanguage] = useState(recallLanguage);
  const locale = LOCALES[language];
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const speech = useMemo(
    (): Speech => ({
      language,
      locale,
      texts: dictionaries[language],
      speak(chosen) {
        remember('language', chosen);
        setLanguage(chosen);
      },
    }),
    [language, locale, dictionaries],
  );
  return <SpeechContext.Provider value={speech}>{children}</SpeechContext.Provider>;
}

/** With the texts of the shared parts; each page has a function of its own for all its texts. */
export function useSpeech(): Speech {
  const speech = useContext(SpeechContext);
  if (speech === undefined) throw new Error('useSpeech() stands outside of SpeechProvider');
  return speech;
}

export function useTexts(): PageTexts {
  return useSpeech().texts;
}
