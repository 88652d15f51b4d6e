/** What lists may be asked for: the same on both databases, and never less than was asked for by a slip of the pen. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bridge, createBridge } from '../../../src/index.ts';
import { type HttpCenter, startHttpCenter } from '../../center/http-center.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../../support/shared-postgres.ts';
import { optionsFor } from '../options-for.ts';

const LEAVE = processFile([start(), userTask('apply', { assignee: 'anna' }), end()], 'start > apply > end', {
  id: 'leave',
});

const LISTS = {
  instances: (bridge: Bridge) => bridge.instances.list,
  tasks: (bridge: Bridge) => bridge.tasks.list,
  outbox: (bridge: Bridge) => bridge.outbox.list,
  messages: (bridge: Bridge) => bridge.messages.list,
  incidents: (bridge: Bridge) => bridge.incidents.list,
  history: (bridge: Bridge) => bridge.history,
};

describe.each(['sqlite', 'postgres'])('on %s', (kind) => {
  let center: HttpCenter;
  let database: EmptyDatabase | undefined;
  let bridge: Bridge;

  beforeEach(async () => {
    center = await startHttpCenter();
    database = kind === 'postgres' ? await createEmptyDatabase() : undefined;
    bridge = await createBridge({ ...optionsFor(center), store: database?.url ?? 'sqlite::memory:' });
    await bridge.deploy(LEAVE);
    for (let count = 0; count < 3; count += 1) await bridge.start('leave', { initiator: 'anna' });
    await bridge.idle();
  });
  afterEach(async () => {
    await bridge.close();
    await database?.drop();
    await center.close();
  });

  it.each(Object.entries(LISTS))('%s refuse what they cannot mean, by its name', async (_name, listOf) => {
    const list = listOf(bridge) as (filter: unknown) => Promise<unknown[]>;
    const wrong = [
      [{ instanceid: 'x' }, 'instanceid'],
      [{ limit: -1 }, 'limit'],
      [{ limit: 1.5 }, 'limit'],
      [{ limit: '10' }, 'limit'],
      [{ instanceId: 7 }, 'instanceId'],
      [{ state: 'open' }, 'state'],
      [null, 'null'],
    ] as const;
    for (const [filter, named] of wrong) {
      await expect(list(filter)).rejects.toMatchObject({
        code: 'ERR_INPUT_INVALID',
        message: expect.stringContaining(named),
      });
    }
  });

  it('says every problem at once', async () => {
    const filter = { status: 'open', offset: -1, businessKey: 'a\0b' } as never;
    const refusal = await bridge.instances.list(filter).catch((error: Error) => error.message);
    for (const name of ['status', 'offset', 'businessKey']) expect(refusal).toContain(name);
  });

  it('gives what was asked for, no row for a limit of 0, and all for what is undefined', async () => {
    expect(await bridge.instances.list({ limit: 0 })).toEqual([]);
    expect(await bridge.instances.list({ processId: undefined as never, limit: 2, offset: 2 })).toHaveLength(1);
    expect(await bridge.tasks.list({ state: 'IN_PROGRESS', handler: 'anna' })).toHaveLength(3);
    expect(await bridge.outbox.list({ state: 'delivered' })).toHaveLength(3);
    expect(await bridge.history({ after: Number.MAX_SAFE_INTEGER })).toEqual([]);
    expect(await bridge.incidents.list({ open: true, limit: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });

  it('finds rows by texts to the letter, and none by one that no row has', async () => {
    const { instanceId } = await bridge.start('leave', { initiator: 'anna', businessKey: 'Straße 😀' });
    const found = async (filter: object) => (await bridge.instances.list(filter)).length;
    expect(await found({ businessKey: 'Straße 😀' })).toBe(1);
    for (const other of ['', 'straße 😀', 'Straße', 'Stra%', 'Strasse 😀', ' Straße 😀', '\ud800'])
      expect(await found({ businessKey: other })).toBe(0);
    expect(await found({ processId: 'LEAVE' })).toBe(0);
    for (const handler of ['Anna', ' anna', 'ann_', "anna' or 'a' = 'a"])
      expect(await bridge.tasks.list({ handler })).toEqual([]);
    expect(await bridge.history({ instanceId, limit: 1 })).toHaveLength(1);
  });

  it('knows nothing by what is no id', async () => {
    for (const id of ['', 'nowhere', undefined, null, 7, {}] as never[]) {
      expect(await bridge.instances.get(id)).toBeUndefined();
      expect(await bridge.tasks.get(id)).toBeUndefined();
      expect(await bridge.messages.get(id)).toBeUndefined();
      await expect(bridge.explain(id)).rejects.toMatchObject({ code: 'ERR_INSTANCE_UNKNOWN' });
    }
  });
});
