/** Server-sent events: a page that listens is told that something changed, and looks again. */
import { describe, expect, it } from 'vitest';
import type { ChangeTopic } from '../../../src/sandbox/control/event-stream.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { fetchToken, nextTask, openBusinessSystem, openSandbox, openTasks } from '../business-system.ts';
import { notice, sendMessage } from '../send-message.ts';

const ALL: readonly ChangeTopic[] = ['tasks', 'messages', 'traffic', 'faults', 'clock'];

/** Listens until the sandbox or the test ends it. */
async function listen({ controlUrl }: Sandbox) {
  const stop = new AbortController();
  const response = await fetch(`${controlUrl}/events`, { signal: stop.signal });
  const heard: (readonly ChangeTopic[])[] = [];
  const ended = (async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^event: changed\ndata: (.*)$/.exec(event)?.[1];
        if (data !== undefined) heard.push((JSON.parse(data) as { what: readonly ChangeTopic[] }).what);
      }
    }
  })().catch(() => undefined);
  await expect.poll(() => heard.length).toBe(1);
  return { response, heard, ended, stop: () => stop.abort(), topics: () => new Set(heard.slice(1).flat()) };
}

describe('GET /events', () => {
  it('sends all topics to every new listener', async () => {
    const sandbox = await openSandbox();
    const [one, other] = [await listen(sandbox), await listen(sandbox)];
    expect([one.heard, other.heard]).toEqual([[ALL], [ALL]]);
    expect(one.response.headers.get('content-type')).toBe('text/event-stream;charset=utf-8');
  });

  it.each<[string, readonly ChangeTopic[], (sandbox: Sandbox) => unknown]>([
    ['a report', ['tasks', 'traffic'], (sandbox) => openTasks(sandbox, nextTask('t-2'))],
    ['a call that changes nothing', ['traffic'], (sandbox) => fetchToken(sandbox)],
    ['a message', ['messages', 'traffic'], (sandbox) => sendMessage(sandbox, notice({ toPersons: 'bo' }))],
    ['a message that is read', ['messages'], (sandbox) => sandbox.readMessage('m-1', 'bo')],
    ['a press', ['tasks', 'traffic'], (sandbox) => sandbox.press('t-1', { action: 'Hold', account: 'bo' })],
    ['other faults', ['faults'], (sandbox) => sandbox.faults.set({ rules: [] })],
    ['no faults', ['faults'], (sandbox) => sandbox.faults.clear()],
    ['a clock that was set', ['clock'], (sandbox) => sandbox.advanceClock(1)],
    ['a status address', ['tasks'], (sandbox) => sandbox.setStatusUrl('approvals', 'http://127.0.0.1:1/')],
  ])('of %s tells %j', async (_what, topics, act) => {
    const system = await openBusinessSystem();
    const sandbox = await openSandbox({ nightlyRun: false });
    const actions = [{ name: 'Hold', type: 'HANG_UP', url: system.url, optType: 0, method: 'post' }];
    await openTasks(sandbox, nextTask('t-1', { actions }));
    await sendMessage(sandbox, notice({ sendId: 'm-1', toPersons: 'bo' }));
    const page = await listen(sandbox);
    await act(sandbox);
    await expect.poll(() => page.topics()).toEqual(new Set(topics));
  });

  it('announces a fault that struck', async () => {
    const sandbox = await openSandbox();
    sandbox.faults.set({ rules: [{ fault: 'latency', ms: 1, next: 1 }] });
    const page = await listen(sandbox);
    await fetchToken(sandbox);
    await expect.poll(() => page.topics()).toEqual(new Set(['traffic', 'faults']));
  });

  it('announces a scheduled message when it is sent', async () => {
    const clock = { now: Date.UTC(2025, 5, 1, 4) };
    const sandbox = await openSandbox({ clock: () => clock.now, nightlyRun: false });
    await sendMessage(sandbox, notice({ toPersons: 'bo', sendTime: '2025-06-01 13:00:00' }));
    const page = await listen(sandbox);
    clock.now += 3_600_000;
    await expect.poll(() => page.topics()).toEqual(new Set(['messages']));
  });

  it('announces a call with many items once', async () => {
    const sandbox = await openSandbox();
    const page = await listen(sandbox);
    const before = page.heard.length;
    await openTasks(sandbox, ...Array.from({ length: 50 }, (_, n) => nextTask(`t-${n}`)));
    await expect.poll(() => page.topics()).toContain('tasks');
    expect(page.heard.slice(before).filter((what) => what.includes('tasks'))).toHaveLength(1);
  });

  it('ends with the sandbox, and sends nothing to a closed connection', async () => {
    const sandbox = await openSandbox();
    const [gone, stays] = [await listen(sandbox), await listen(sandbox)];
    gone.stop();
    await gone.ended;
    await fetchToken(sandbox);
    await expect.poll(() => stays.topics()).toContain('traffic');
    expect(gone.heard).toEqual([ALL]);
    await sandbox.close();
    await stays.ended;
  });
});
