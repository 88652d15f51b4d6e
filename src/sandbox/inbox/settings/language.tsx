import type { ComponentChildren } from 'preact';
import { type Language, type Speech, SpeechProvider, useSpeech as useAnySpeech } from '../../../page/speech.tsx';
import { en, type Texts } from '../texts/en.ts';
import { zh } from '../texts/zh.ts';

const DICTIONARIES: Readonly<Record<Language, Texts>> = { en, zh };

/** The language in the address (`?language=zh`), or of the browser, until a person chooses one. */
export function LanguageProvider({ children }: { readonly children: ComponentChildren }) {
  return <SpeechProvider dictionaries={DICTIONARIES}>{children}</SpeechProvider>;
}

export function useSpeech(): Speech<Texts> {
  return useAnySpeech() as Speech<Texts>;
}

export function useTexts(): Texts {
  return useSpeech().texts;
}
