import type { Catalogue } from '../../src/index.ts';
import { EN } from './inner/texts.ts';

/** The English texts, but that an event without a name is called by its id, so that a test sees which one it was. */
export const EVENT_IDS: Catalogue = {
  ...EN,
  'status.byTimer': '{event}',
  'status.byMessage': '{event}',
  'status.bySignal': '{event}',
  'status.byError': '{event}',
  'status.byEscalation': '{event}',
  'status.byCondition': '{event}',
};
