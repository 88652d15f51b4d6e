import { expect } from 'vitest';
import { TASK_PATH } from '../../support/inner/conformance.ts';
import type { SeenOf } from './seen-of.ts';

export const authenticationSeen: SeenOf = {
  async 'Authentication, 7'(access, taskId: string, { variables: { ACCOUNT } }) {
    await access.press(taskId, { action: 'Go', account: ACCOUNT });
    const headers = access.system.received.at(-1)?.headers;
    const [, claims = ''] = String(headers?.['x-id-token']).split('.');
    expect(Buffer.from(claims, 'base64url').toString()).toContain(`"${ACCOUNT}"`);
    expect(headers?.uuid).toMatch(/^[0-9a-f-]{36}$/);
  },

  async 'Limits, token lifetime'(
    access,
    { authorization, seconds }: { authorization: string; seconds: number },
    center,
  ) {
    access.advanceClock((seconds - 60) * 1000);
    expect((await center.call(TASK_PATH, [], { authorization })).body).toMatchObject({ code: 0 });
    access.advanceClock(61_000);
    expect((await center.call(TASK_PATH, [], { authorization })).status).toBe(401);
    access.advanceClock(-(seconds + 1) * 1000);
  },
};
