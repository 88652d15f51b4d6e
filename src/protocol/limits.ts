import { z } from 'zod';

/** At most so many entries in taskSummary and in transSummary (spec, Limits). */
export const MAX_SUMMARIES = 5;

/** Stands between title and content of a summary entry (spec, Limits). */
export const SUMMARY_SEPARATOR = '|';

/** One summary entry, `title|content`: the title is not empty, the content may be, and may hold the separator. */
const SummaryText = z.string().regex(/^[^|]+\|/, 'must have the form title|content');

export const Summaries = z.array(SummaryText).max(MAX_SUMMARIES);
export type Summaries = z.infer<typeof Summaries>;
