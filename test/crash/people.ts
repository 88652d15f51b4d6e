import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { PressRequest } from '../../src/sandbox/press.ts';
import { DEFAULT_DIRECTORY } from '../../src/sandbox/setup/directory.ts';
import type { Random } from '../support/random.ts';
import type { CrashWorld } from './crash-world.ts';

/** People who start matters and press what lies in their lists, and do it again where they heard no answer. */
export interface People {
  /** Matters begun, also those whose start was not confirmed yet. */
  readonly started: number;
  /** Whether a start was not confirmed yet. */
  readonly isStarting: boolean;
  start(): Promise<void>;
  /** Presses of tasks that lie in the lists, a few at once; none when nobody has anything to do. */
  press(): Promise<void>[];
}

export function createPeople(world: CrashWorld, random: Random): People {
  const { sandbox } = world;
  let started = 0;
  let starting: (() => Promise<string>) | undefined;
  const answered = new Set<string>();
  const unanswered = new Map<string, PressRequest>();

  function drawMatter(): () => Promise<string> {
    started += 1;
    const isLeave = random.below(2) === 0;
    const variables = isLeave ? { manager: 'bo', days: 1 + random.below(6) } : { signers: ['chen', 'dara', 'bo'] };
    const options = { initiator: 'anna', variables, startKey: `matter ${started}` };
    return () => world.start(isLeave ? 'leave-approval' : 'purchase', options);
  }

  function drawPress(account: string, taskId: string): PressRequest {
    const labels = sandbox.task(taskId)?.buttons.map(({ name }) => name) ?? [];
    const isRejected = labels.includes('Reject') && random.below(4) === 0;
    const action = isRejected ? 'Reject' : (labels.find((label) => label !== 'Reject') ?? 'Handle');
    return { action, account, uuid: randomUUID(), time: '2026-03-01 10:00:00', raw: true };
  }

  async function pressOne(account: string, taskId: string): Promise<void> {
    const press = unanswered.get(taskId) ?? drawPress(account, taskId);
    unanswered.set(taskId, press);
    const { status, code } = await world.press(taskId, press);
    if (status !== 200) return;
    // Nobody else presses it, so the first answer that is heard must be yes, and any later click is late.
    expect(code).toBe(0);
    unanswered.delete(taskId);
    answered.add(taskId);
    if (random.below(4) > 0) return;
    const late = await world.press(taskId, { ...press, uuid: randomUUID() });
    if (late.status === 200) expect(late.code).toBe(2005);
  }

  return {
    get started() {
      return started;
    },
    get isStarting() {
      return starting !== undefined;
    },
    async start() {
      starting ??= drawMatter();
      try {
        await starting();
        starting = undefined;
      } catch {
        // The bridge died: the start is made again, with its key.
      }
    },
    press() {
      const free = new Map<string, string>();
      for (const { account } of DEFAULT_DIRECTORY.accounts) {
        for (const { taskId } of sandbox.pending(account)) if (!answered.has(taskId)) free.set(taskId, account);
      }
      return [...free].slice(0, 1 + random.below(3)).map(([taskId, account]) => pressOne(account, taskId));
    },
  };
}
