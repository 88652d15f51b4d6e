/** What the rules of buttons put on a task, and what they find of it. */
import type { Center, RawObject } from '../center.ts';
import type { ReceivedCall } from '../listener.ts';
import type { SandboxAccess } from '../sandbox-access.ts';

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

export const lastCall = (access: SandboxAccess): ReceivedCall | undefined => access.system.received.at(-1);
