/** What is done about a task by others than those who handle it, or by nobody. */
import { expect, it } from 'vitest';
import { boundary, end, processFile, start, timer, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { HOUR_MS, stageOfEachTest, TWO_STEPS } from './stage.ts';

const stage = stageOfEachTest();

it('a task in the wrong hands is put into others by an operator, a group task too', async () => {
  const identity = { isMember: () => false, membersOf: () => ['gu'] };
  await stage.world.reopen({ identity });
  const id = await stage.begin(
    processFile([start(), userTask('check', { groups: 'legal' }), end()], 'start > check > end', { id: 'group' }),
  );
  const reassigned = await stage.world.bridge.reassign(`${id}.1`, { handlers: ['emil', 'bo'], reason: 'on leave' });
  expect(reassigned).toMatchObject({ kind: 'applied' });
  await stage.world.bridge.idle();
  expect(stage.world.pending().toSorted()).toEqual(['bo:check', 'emil:check']);
  expect(await stage.world.bridge.tasks.get(`${id}.1`)).toMatchObject({ state: 'TURN', turnHandler: 'emil,bo' });
});

it('a task is put into the hands of groups, whose members find it and press it', async () => {
  const isMember = (group: string, account: string) => group === 'managers' && account === 'bo';
  await stage.world.reopen({ identity: { isMember } });
  const id = await stage.begin(TWO_STEPS);
  const { bridge } = stage.world;
  const toManagers = () => bridge.reassign(`${id}.1`, { handlingGroup: ['managers'], reason: 'nobody is there' });
  expect(await toManagers()).toMatchObject({ kind: 'applied' });
  await bridge.idle();
  expect(await bridge.tasks.get(`${id}.1`)).toMatchObject({ state: 'TURN', turnHandler: 'managers' });
  expect(await bridge.tasks.get(`${id}.2`)).toMatchObject({ handlers: [], handlingGroups: ['managers'] });
  expect(stage.world.pending()).toContain('bo:check');
  expect(await bridge.reassign(`${id}.2`, { handlingGroup: ['managers'] })).toMatchObject({ kind: 'invalid' });
  expect(await bridge.press(`${id}.2`, { account: 'chen' })).toMatchObject({ kind: 'forbidden' });
  expect(await stage.world.press('bo', 'check')).toBe(0);
});

it.each([{}, { handlers: ['bo'], handlingGroup: ['managers'] }, { handlingGroup: [] }, { handlingGroup: ['a,b'] }])(
  'a task is not put into the hands of %j',
  async (options) => {
    const id = await stage.begin(TWO_STEPS);
    await expect(stage.world.bridge.reassign(`${id}.1`, options)).rejects.toMatchObject({ code: 'ERR_INPUT_INVALID' });
  },
);

it.each([
  ['the account that stands for the system', 'chen', { systemHandler: 'chen', systemName: 'Bot' }],
  ['no account where there is none, and no name in its place', null, { systemName: 'Bot' }],
])('what the host does by itself is kept and told with %s', async (_what, account, defaults) => {
  const { world } = stage;
  await world.reopen({ defaults });
  const told: unknown[] = [];
  world.bridge.on('action', (action) => told.push(action.account));
  const id = await stage.begin(TWO_STEPS);
  expect(await world.bridge.reassign(`${id}.1`, { handlers: ['chen'] })).toMatchObject({ kind: 'applied' });
  expect(await world.bridge.suspend(id)).toMatchObject({ kind: 'applied' });
  expect(await world.bridge.terminate(id)).toMatchObject({ kind: 'applied' });
  await world.bridge.idle();
  const kept = (await world.bridge.history()).filter(({ type }) => type === 'action');
  expect(kept.map(({ data }) => data.account)).toEqual([account, account, account]);
  expect(told).toEqual([account, account, account]);
});

it('a task is circulated: others are named in the history, and nothing else happens', async () => {
  const id = await stage.begin(TWO_STEPS);
  const verdict = await stage.world.bridge.circulate(`${id}.1`, { from: 'bo', to: ['chen', 'emil'], opinions: 'see' });
  expect(verdict).toMatchObject({ kind: 'applied' });
  await stage.world.bridge.idle();
  const circulated = (await stage.world.bridge.history()).filter(({ type }) => type === 'task.circulated');
  expect(circulated.map(({ data }) => data)).toEqual([
    { taskId: `${id}.1`, account: 'bo', to: ['chen', 'emil'], opinions: 'see' },
  ]);
  expect(stage.world.reports()).toEqual(['start next check']);
});

it('who only stands in a report for what an event did has not handled the task', async () => {
  const id = await stage.begin(
    draw({
      id: 'chased',
      people: { chase: 'chen' },
      others: [
        userTask('check', {
          assignee: 'bo',
          extensions: '<ttc:previousAction name="Take back" key="back" type="HANDLEDR"/>',
        }),
        boundary('late', 'check', timer('PT1H')),
      ],
      paths: 'start > check > end; late > chase > end',
    }),
  );
  stage.now += HOUR_MS;
  await stage.world.bridge.idle();
  expect(await stage.world.bridge.tasks.get(`${id}.1`)).toMatchObject({
    handler: 'bo',
    handlerName: 'Bot',
    state: 'FINISH',
  });
  expect(await stage.world.bridge.press(`${id}.1`, { action: 'back', account: 'bo' })).toMatchObject({
    kind: 'forbidden',
  });
});
