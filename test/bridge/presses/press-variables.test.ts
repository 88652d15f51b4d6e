/** The variables that a press sets by itself: `outcome`, `opinions` and `handler`. */
import { afterEach, expect, test } from 'vitest';
import { userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const valuesOf = (instanceId: string) => world.bridge.instances.variables(instanceId);

test('a diagram that decides by outcome has buttons of its values', async () => {
  world = await createWorld();
  await world.begin(
    draw({
      people: { check: 'bo', sign: 'chen', correct: 'anna' },
      exclusive: 'g',
      paths: `start > check > g
              g >"通过"[\${outcome=='通过'}] sign > end
              g >"驳回"[\${outcome=='驳回'}] correct > end`,
    }),
  );
  await world.press('bo', 'check', '驳回');
  expect(world.pending()).toEqual(['anna:correct']);
});

test.each(['bridge', 'plugin', 'recovered plugin'] as const)(
  'what the start brings stays, whatever is pressed, in a %s',
  async (runtime) => {
    world = await createWorld({ runtime });
    const xml = draw({ people: { ask: 'anna', check: '${handler}' }, paths: 'start > ask > check > end' });
    await world.begin(xml, { variables: { handler: 'dara' } });
    await world.press('anna', 'ask');
    expect(world.pending()).toEqual(['dara:check']);
  },
);

test('the others are set, and what the page of a task brings is too, over a restart', async () => {
  world = await createWorld({ bridge: { store: createDatabaseFile().store } });
  const xml = draw({ people: { ask: 'anna', check: 'bo', last: 'chen' }, paths: 'start > ask > check > last > end' });
  const { instanceId } = await world.begin(xml, { variables: { outcome: null } });
  await world.press('anna', 'ask');
  expect(await valuesOf(instanceId)).toMatchObject({ handler: 'anna', outcome: null, opinions: 'fine' });
  await world.reopen();
  const [task] = await world.bridge.tasks.list({ nodeId: 'check' });
  await world.bridge.press(task?.taskId ?? '', { account: 'bo', variables: { outcome: 'by the page' } });
  expect(await valuesOf(instanceId)).toMatchObject({ handler: 'bo', outcome: 'by the page' });
});

const ask = (extensions: string) => userTask('ask', { assignee: 'anna', extensions });

test('what an output mapping of the diagram computes stays, and deploy says so', async () => {
  const output =
    '<camunda:inputOutput><camunda:outputParameter name="opinions">${amount > 3}</camunda:outputParameter></camunda:inputOutput>';
  world = await createWorld();
  const xml = draw({
    people: { check: 'bo', last: 'chen' },
    others: [ask(output)],
    paths: 'start > ask > check > last > end',
  });
  const { problems } = await world.bridge.deploy(xml);
  expect(problems.map(({ rule, elementId }) => `${rule} ${elementId}`)).toEqual(['press-variable-set ask']);
  const { instanceId } = await world.begin(xml, { variables: { amount: 4 } });
  await world.press('anna', 'ask');
  await world.press('bo', 'check');
  expect(await valuesOf(instanceId)).toMatchObject({ opinions: true, handler: 'bo' });
});

test('a field of a form stays once a press brings it; until then the press sets it', async () => {
  const form = '<camunda:formData><camunda:formField id="opinions" type="string"/></camunda:formData>';
  world = await createWorld();
  const xml = draw({
    people: { check: 'bo', last: 'chen' },
    others: [ask(form)],
    paths: 'start > ask > check > last > end',
  });
  const { instanceId } = await world.begin(xml);
  await world.press('anna', 'ask');
  expect(await valuesOf(instanceId)).toMatchObject({ opinions: 'fine' });
  const other = await world.begin(xml);
  const [task] = await world.bridge.tasks.list({ instanceId: other.instanceId });
  await world.bridge.press(task?.taskId ?? '', { account: 'anna', variables: { opinions: 'by the form' } });
  await world.bridge.idle();
  const [next] = await world.bridge.tasks.list({ instanceId: other.instanceId, nodeId: 'check' });
  await world.bridge.press(next?.taskId ?? '', { account: 'bo', opinions: 'fine' });
  expect(await valuesOf(other.instanceId)).toMatchObject({ opinions: 'by the form' });
});
