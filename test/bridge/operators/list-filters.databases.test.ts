/** What lists may be asked for: the same on both databases, and never less than was asked for by a slip of the pen. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bridge, createBridge, type InstanceFilter, type TaskFilter } from '../../../src/index.ts';
import { type HttpCenter, startHttpCenter } from '../../center/http-center.ts';
import { element, end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createMigratedDatabase, type EmptyDatabase } from '../../support/shared-postgres.ts';
import { DATABASE } from '../../support/tier.ts';
import { optionsFor } from '../options-for.ts';

const LEAVE = processFile([start(), userTask('apply', { assignee: 'anna' }), end()], 'start > apply > end', {
  id: 'leave',
});

const EXPENSE = draw({
  id: 'expense',
  others: [userTask('check', { name: 'Check the receipts', groups: 'finance' })],
  paths: 'start > check > end',
  attributes: { 'ttc:transactionName': 'Expense' },
  extensions: element('ttc:summary', { title: 'For', content: '${what}' }),
});

interface Listed {
  list(filter?: object): Promise<Record<string, unknown>[]>;
  count(filter?: object): Promise<number>;
}

const LISTS = {
  instances: (bridge: Bridge) => bridge.instances.list,
  tasks: (bridge: Bridge) => bridge.tasks.list,
  outbox: (bridge: Bridge) => bridge.outbox.list,
  messages: (bridge: Bridge) => bridge.messages.list,
  incidents: (bridge: Bridge) => bridge.incidents.list,
  history: (bridge: Bridge) => bridge.history,
};

describe(`on ${DATABASE}`, () => {
  let center: HttpCenter;
  let database: EmptyDatabase | undefined;
  let bridge: Bridge;

  beforeEach(async () => {
    center = await startHttpCenter();
    database = DATABASE === 'postgres' ? await createMigratedDatabase() : undefined;
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
    const filter = { status: 'open', startedFrom: 1.5, businessKey: 'a\0b' } as never;
    const refusal = await bridge.instances.list(filter).catch((error: Error) => error.message);
    for (const name of ['status', 'startedFrom', 'businessKey']) expect(refusal).toContain(name);
  });

  it('gives what was asked for, no row for a limit of 0, and all for what is undefined', async () => {
    expect(await bridge.instances.list({ limit: 0 })).toEqual([]);
    expect(await bridge.instances.list({ processId: undefined as never, limit: 2 })).toHaveLength(2);
    expect(await bridge.tasks.list({ state: 'IN_PROGRESS', handler: 'anna' })).toHaveLength(3);
    expect(await bridge.outbox.list({ state: 'delivered' })).toHaveLength(3);
    expect(await bridge.history({ after: Number.MAX_SAFE_INTEGER })).toEqual([]);
    expect(await bridge.incidents.list({ open: true, limit: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });

  it('continues every list after its last row, and refuses to continue after what is not there', async () => {
    await bridge.messages.send({ messageTypeCode: 'M', toPersons: 'bo', data: { title: 'A', paramValueJson: {} } });
    await bridge.messages.send({ messageTypeCode: 'M', toPersons: 'bo', data: { title: 'B', paramValueJson: {} } });
    const lists = [
      [bridge.instances, 'instanceId', 'ERR_INSTANCE_UNKNOWN'],
      [bridge.tasks, 'taskId', 'ERR_INPUT_INVALID'],
      [bridge.messages, 'sendId', 'ERR_MESSAGE_UNKNOWN'],
      [bridge.outbox, 'seq', undefined],
    ] as unknown as [Listed, string, string | undefined][];
    for (const [rows, id, code] of lists) {
      const all = await rows.list();
      expect(all.length).toBeGreaterThan(1);
      expect(await rows.count()).toBe(all.length);
      const walked: unknown[] = [];
      for (let page = await rows.list({ limit: 1 }); page.length > 0; ) {
        walked.push(...page);
        page = await rows.list({ limit: 1, after: page[0]?.[id] });
      }
      expect(walked).toEqual(all);
      if (code) await expect(rows.list({ after: 'nowhere' })).rejects.toMatchObject({ code });
      await expect(rows.count({ limit: 1 })).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    }
    await expect(bridge.incidents.list({ after: 'nowhere' })).rejects.toMatchObject({ code: 'ERR_INCIDENT_UNKNOWN' });
    expect(await bridge.incidents.count({ open: true, processId: 'leave' })).toBe(0);
  });

  it('finds instances and tasks by their people, nodes, times and the texts that the center shows', async () => {
    await bridge.deploy(EXPENSE);
    const started = async (what: string) =>
      (await bridge.start('expense', { initiator: 'eva', variables: { what } })).instanceId;
    const [train, hotel] = [await started('Zug nach ÜBERLINGEN 100%'), await started('Hotel_ "Post"')];
    const instances = async (filter: InstanceFilter) =>
      (await bridge.instances.list(filter)).map(({ instanceId }) => instanceId);
    const tasks = async (filter: TaskFilter) => (await bridge.tasks.list(filter)).map(({ instanceId }) => instanceId);
    const row = await bridge.instances.get(train);
    expect(row).toMatchObject({ title: 'Expense', summary: ['For|Zug nach ÜBERLINGEN 100%'], currentNodes: ['check'] });
    for (const find of [instances, tasks]) {
      expect(await find({ initiator: 'eva' })).toEqual([train, hotel]);
      expect(await find({ group: 'finance', open: true })).toEqual([train, hotel]);
      expect(await find({ group: 'finances' })).toEqual([]);
      expect(await find({ processId: 'expense', nodeId: 'check' })).toEqual([train, hotel]);
      expect(await find({ nodeId: 'CHECK' })).toEqual([]);
      expect(await find({ text: 'überlingen 100%' })).toEqual([train]);
      expect(await find({ text: 'L_ "P' })).toEqual([hotel]);
      expect(await find({ text: 'hotel  ' })).toEqual([]);
      expect(await find({ handler: 'anna', text: 'hotel' })).toEqual([]);
      await expect(find({ text: ' ' })).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
    }
    expect(await instances({ handler: 'anna' })).toHaveLength(3);
    expect(await tasks({ text: 'check the receipts' })).toEqual([train, hotel]);
    const startedAt = row?.startedAt ?? 0;
    expect(await instances({ initiator: 'eva', startedBefore: startedAt })).toEqual([]);
    expect(await instances({ initiator: 'eva', startedFrom: startedAt })).toEqual([train, hotel]);
    await bridge.terminate(train);
    expect(await instances({ initiator: 'eva', open: false })).toEqual([train]);
    expect(await instances({ group: 'finance' })).toEqual([hotel]);
    expect(await instances({ nodeId: 'check' })).toEqual([hotel]);
    expect(await bridge.instances.get(train)).toMatchObject({ currentNodes: [], title: 'Expense' });
    expect(await tasks({ processId: 'expense', open: false, createdFrom: startedAt })).toEqual([train]);
    expect(await bridge.tasks.count({ processId: 'expense', createdBefore: startedAt })).toBe(0);
    expect(await instances({ problem: true })).toEqual([]);
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

  it('gives the buttons of a task, and the variables of an instance until it ends', async () => {
    await bridge.deploy(EXPENSE);
    const { instanceId } = await bridge.start('expense', { initiator: 'eva', variables: { what: 'Zug' } });
    const [task] = await bridge.tasks.list({ instanceId });
    const taskId = task?.taskId ?? '';
    const [button, ...others] = (await bridge.tasks.get(taskId))?.actions ?? [];
    expect(others).toEqual([]);
    expect(button).toMatchObject({ type: 'HANDLE', lists: ['pending'] });
    expect(await bridge.instances.variables(instanceId)).toMatchObject({ what: 'Zug' });
    expect(await bridge.instances.variables(instanceId, { callId: 'nowhere' })).toBeUndefined();
    await expect(bridge.instances.variables(instanceId, { names: [] } as never)).rejects.toMatchObject({
      code: 'ERR_INPUT_INVALID',
    });
    await expect(bridge.instances.variables('nowhere')).rejects.toMatchObject({ code: 'ERR_INSTANCE_UNKNOWN' });
    await bridge.terminate(instanceId);
    expect(await bridge.instances.variables(instanceId)).toBeUndefined();
    expect((await bridge.tasks.get(taskId))?.state).toBe('TERMINATED');
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
