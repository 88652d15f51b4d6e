import { type Language, type Speech, useSpeech as useAnySpeech } from '../../../page/speech.tsx';
import { en, type Texts } from './en.ts';
import { zh } from './zh.ts';

export type { FieldName, OptionName } from './names.ts';

export const DICTIONARIES: Readonly<Record<Language, Texts>> = { en, zh };

export function useSpeech(): Speech<Texts> {
  return useAnySpeech() as Speech<Texts>;
}

export function useTexts(): Texts {
  return useSpeech().texts;
}
