import { expect } from 'vitest';
import type { TrafficEntry } from '../../../src/sandbox/index.ts';
import type { Dump } from '../database-file.ts';
import { type FaultRun, MAX_ITEM_ATTEMPTS } from './fault-run.ts';

/** What was found of messages. */
export interface JudgedMessages {
  /** Messages that were given up. */
  readonly parked: number;
  /** Messages that people got more than once. */
  readonly repeated: number;
}

/** Compares what became of messages with what the center answered to each, and what people got with what was sent. */
export function judgeMessages(run: FaultRun, { messages = [] }: Dump): JudgedMessages {
  const { sandbox } = run.world;
  const record = run.livedThrough();
  const sendIds = messages.map(({ send_id: sendId }) => String(sendId));
  expect(sendIds).toEqual(expect.arrayContaining([...run.sentFromCode]));
  const arrived = sandbox.sentMessages().map(({ sendId }) => sendId);
  expect(sendIds).toEqual(expect.arrayContaining(arrived));
  const isSentAgain = sandbox.switches.duplicateSendId === 'send-again';
  let repeated = 0;
  for (const { send_id: sendId, state } of messages) {
    const calls = callsFor(String(sendId), record);
    expect(state).not.toBe('pending');
    expect({ sendId, state }).toEqual({ sendId, state: stateAfter(calls) });
    const times = arrived.filter((each) => each === sendId).length;
    // Each of its calls may have been the one that arrived; only of one that was given up none may have been.
    expect(times).toBeLessThanOrEqual(isSentAgain ? calls.length : 1);
    expect(times).toBeGreaterThanOrEqual(state === 'sent' ? 1 : 0);
    repeated += times > 1 ? 1 : 0;
  }
  return { parked: messages.filter(({ state }) => state === 'parked').length, repeated };
}

function callsFor(sendId: string, traffic: readonly TrafficEntry[]): TrafficEntry[] {
  return traffic.filter(({ call, body }) => call === 'messageSend' && (body as { sendId?: string }).sendId === sendId);
}

/** By what was heard of these calls: success ends it, and so do some refusals; of anything else it goes on. */
function stateAfter(calls: readonly TrafficEntry[]): 'pending' | 'sent' | 'parked' {
  let refusals = 0;
  for (const { status, answer } of calls) {
    if (status !== 200) continue;
    const { code } = answer as { code: number };
    if (code === 0) return 'sent';
    if (code === -1 || code === 500) refusals += 1;
    if (refusals === MAX_ITEM_ATTEMPTS) return 'parked';
  }
  return 'pending';
}
