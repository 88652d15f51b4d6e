/** Rules whose problems are found while a diagram is prepared; all other rules are in `rules/`. */
export const PREPARE_RULES = [
  'process-unknown',
  'call-target-unknown',
  'call-target-without-start',
  'call-version-not-kept',
  'call-version-unknown',
  'call-parameter-not-run',
  'too-many-calls',
  'calls-too-deep',
  'link-without-partner',
  'message-flow-carries-nothing',
  'message-flow-with-two-names',
  'loop-marker-dropped',
] as const;

export type PrepareRule = (typeof PREPARE_RULES)[number];
