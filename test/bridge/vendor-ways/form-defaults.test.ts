import { afterEach, expect, test } from 'vitest';
import { end, exclusive, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const FORM = processFile(
  [
    start('start', {
      extensions:
        '<activiti:formProperty id="urgent" type="boolean" default="true"/><activiti:formProperty id="days" type="long" default="${2 * 3}"/><activiti:formProperty id="who" variable="clerk" default="bo"/>',
    }),
    userTask('apply', {
      assignee: '${clerk}',
      extensions:
        '<camunda:formData><camunda:formField id="days" type="long" defaultValue="9"/><camunda:formField id="kind" type="string" defaultValue="sick"/></camunda:formData>',
    }),
    exclusive('g'),
    userTask('check', { assignee: '${kind}' }),
    end(),
  ],
  "start > apply > g; g >[${urgent && days == 6 && kind == 'sick'}] end; g >* check > end",
  { id: 'form' },
);

async function run(variables = {}) {
  world = await createWorld();
  await world.begin(FORM, { variables });
}

test('a form that nobody shows gives its defaults: at the start, and by the press that handles the task', async () => {
  await run();
  await world.press('bo', 'apply');
  expect(world.reports()).toEqual(['start next apply', 'apply end']);
});

test('that a default decides is a guess, and what a press sends counts, nothing too', async () => {
  world = await createWorld();
  const strict = await world.bridge.deploy(FORM, { strict: true }).catch((error: unknown) => error);
  expect(strict).toMatchObject({ code: 'ERR_MODEL_REFUSED', message: expect.stringContaining('days, kind') });
  const { problems } = await world.bridge.deploy(FORM);
  expect(problems).toContainEqual(
    expect.objectContaining({ rule: 'form-default-decides', elementId: 'apply', guess: true }),
  );
  const { instanceId } = await world.bridge.start('form', { initiator: 'anna', variables: { boss: 'bo' } });
  await world.bridge.press(`${instanceId}.1`, { account: 'bo', variables: { days: 2, kind: null } });
  await world.bridge.idle();
  const [incident] = await world.bridge.incidents.list();
  // The way to `check` is taken, which nothing handles.
  expect(incident?.reason).toContain('camunda:assignee gave no account');
});

test('what is set already stays', async () => {
  await run({ clerk: 'anna', urgent: false, kind: 'bo' });
  await world.press('anna', 'apply');
  await world.press('bo', 'check');
  expect(world.reports()).toEqual(['start next apply', 'apply next check', 'check end']);
});

test('a default of the start form may ask for the time and the instance', async () => {
  world = await createWorld({ bridge: { clock: () => Date.UTC(2026, 4, 4), timeZone: 'UTC' } });
  const field = '<activiti:formProperty id="asked" default="${dateTime().plusDays(1)}"/>';
  await world.bridge.deploy(
    processFile(
      [start('start', { extensions: field }), userTask('a', { assignee: '${asked}' }), end()],
      'start > a > end',
      {
        id: 'dated',
      },
    ),
  );
  const { instanceId } = await world.bridge.start('dated', { initiator: 'anna' });
  expect(await world.bridge.tasks.list({ instanceId })).toMatchObject([
    { handlers: [expect.stringMatching(/^2026-05-05/)] },
  ]);
});
