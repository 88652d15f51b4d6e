/** Where a report must name somebody and nobody can be, deploy says so, not the timer that fails at night. */
import { describe, expect, test } from 'vitest';
import type { Identity } from '../../../src/index.ts';
import { boundary, end, parallel, processFile, start, subProcess, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createWorld, type World } from '../world.ts';

const LATE = draw({
  id: 'late-check',
  people: { chase: 'bo' },
  others: [userTask('check', { groups: 'directors' }), boundary('late', 'check', timer('PT1H')), end('over')],
  paths: 'start > check > end; late > chase > over',
});

test('a timer takes the task of a group: refused at deploy, until somebody stands in for the group', async () => {
  let now = Date.UTC(2026, 2, 1, 4);
  const clock = () => now;
  await using world: World = await createWorld({ bridge: { clock }, sandbox: { clock } });
  await expect(world.bridge.deploy(LATE)).rejects.toMatchObject({
    code: 'ERR_MODEL_REFUSED',
    details: { problems: [expect.objectContaining({ rule: 'no-handler-to-report', elementId: 'check' })] },
  });

  const membersOf = async (group: string) => (group === 'directors' ? ['dara'] : []);
  await world.reopen({ identity: { isMember: () => true, membersOf } });
  await world.bridge.deploy(LATE);

  await world.reopen({ identity: 'trust-center', defaults: { systemHandler: 'dara' } });
  await world.begin(LATE);
  now += 2 * 3_600_000;
  await world.bridge.idle();
  expect(await world.bridge.incidents.list()).toEqual([]);
  expect(await world.bridge.tasks.list({ state: 'IN_PROGRESS' })).toMatchObject([{ nodeId: 'chase' }]);
  expect(world.reports()).toContain('check next chase');
  expect(world.pending()).toEqual(['bo:chase']);
  expect(await world.bridge.outbox.list({ state: 'delivered' })).toHaveLength(2);
});

describe('who stands in for a group and is no member of it', () => {
  const PAIR = processFile(
    [
      start(),
      subProcess(
        'part',
        [
          ...[start('in'), parallel('fork'), userTask('check', { groups: 'finance' })],
          ...[userTask('audit', { groups: 'finance' }), end('out')],
        ],
        'in > fork; fork > check > out; fork > audit > out',
      ),
      ...[boundary('late', 'part', timer('PT1H')), userTask('chase', { assignee: 'bo' }), end(), end('over')],
    ],
    'start > part > end; late > chase > over',
    { id: 'pair' },
  );
  const MEMBERS: Readonly<Record<string, readonly string[]>> = { finance: ['fatima', 'gu'] };
  const isMember: Identity['isMember'] = async (group, account) => MEMBERS[group]?.includes(account) ?? false;
  const warned = async (world: World) =>
    (await world.bridge.deploy(PAIR)).problems.map(({ rule, reason }) => [rule, reason]);
  const saying = (nodeId: string, who: string) => [
    'stand-in-not-member',
    `The user task "${nodeId}" may end while it is assigned to a group and nobody has handled it, and ${who}: the center may refuse the report.`,
  ];

  test('deploy asks the directory, and warns of each task', async () => {
    await using world = await createWorld({ bridge: { identity: { isMember }, defaults: { systemHandler: 'emil' } } });
    const who = 'defaults.systemHandler "emil" is not a member of its group "finance"';
    expect(await warned(world)).toEqual([saying('check', who), saying('audit', who)]);
    for (const changes of [
      { identity: { isMember }, defaults: { systemHandler: 'gu' } },
      { identity: { isMember, membersOf: (group: string) => MEMBERS[group] ?? [] } },
      { identity: 'trust-center' as const },
      { identity: { isMember: () => Promise.reject(new Error('away')) } },
    ]) {
      await world.reopen(changes);
      expect(await warned(world)).toEqual([]);
    }
    await world.reopen({ identity: { isMember, membersOf: () => [] }, defaults: {} });
    const nobody = 'identity.membersOf returns nobody for its group "finance", and defaults.systemHandler is not set';
    expect(await warned(world)).toEqual([saying('check', nobody), saying('audit', nobody)]);
  });

  test('a report that the center refuses for it says why, and what to do', async () => {
    let now = Date.UTC(2026, 2, 1, 4);
    const clock = () => now;
    await using world = await createWorld({
      bridge: { clock, identity: { isMember }, defaults: { systemHandler: 'emil' } },
      sandbox: { clock },
    });
    const reasons: string[] = [];
    world.bridge.on('report.parked', ({ reason }) => reasons.push(reason));
    world.bridge.on('report.unconfirmed', ({ reason }) => reasons.push(reason));
    const { instanceId: id } = await world.begin(PAIR);
    const wait = async (count: number) => {
      for (let hours = 0; reasons.length < count && hours < 20; hours += 1) {
        now += 2 * 3_600_000;
        await world.bridge.idle();
      }
    };
    await wait(1);
    const explained = (taskId: string) =>
      `the handled task ${taskId} was answered 500: emil is not a handler of this task. Nobody handled this task of the group finance, and emil is named for it: make emil a member of the group in the center and retry the report, or skip it; identity.membersOf names a member in later reports (refused 5 times)`;
    expect(reasons).toEqual([explained(`${id}.1`)]);
    // What leads on was created all the same (spec, Endpoint 2, rule 3).
    expect(world.pending()).toContain('bo:chase');
    const [parked] = await world.bridge.outbox.list({ state: 'parked' });
    await world.bridge.outbox.skip(parked?.seq ?? 0, { reason: 'the group was told' });
    await wait(2);
    expect(reasons[1]).toBe(explained(`${id}.2`));
    expect(await world.press('bo', 'chase')).toBe(0);
    expect((await world.bridge.outbox.list({ instanceId: id })).map(({ state }) => state)).toEqual([
      ...['delivered', 'skipped', 'unconfirmed', 'delivered'],
    ]);
  });
});
