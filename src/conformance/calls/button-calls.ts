/** What the rules of buttons put on a task. */
import type { Center, RawObject } from '../center.ts';

/** A button of the center that calls BUTTON_URL. */
export const button = ({ variables: { BUTTON_URL } }: Center, name: string, more: RawObject = {}): RawObject => ({
  name,
  type: 'HANDLE',
  url: `${BUTTON_URL}?button=${encodeURIComponent(name)}`,
  optType: 0,
  method: 'post',
  ...more,
});

export const openWith = (center: Center, ...actions: RawObject[]): Promise<string> => center.openOne({ actions });
