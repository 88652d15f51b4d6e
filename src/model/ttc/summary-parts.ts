import { REQUIRED, TEXT, type TtcValue } from './ttc-setting.ts';

/** The parts of a `ttc:summary`. */
export const SUMMARY_PARTS = {
  title: { takes: 'text on one line, without `|`', means: 'What the line is about.', otherwise: REQUIRED },
  content: { takes: TEXT, means: 'Its value.', otherwise: REQUIRED },
} satisfies Readonly<Record<string, TtcValue>>;
