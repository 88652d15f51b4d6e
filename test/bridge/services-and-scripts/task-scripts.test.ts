import { afterEach, describe, expect, it } from 'vitest';
import { BpmnError, type ScriptFunction, type ScriptJob } from '../../../src/index.ts';
import { boundary, end, error, fileWith, message, processFile, root, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const script = (text: string) => `<camunda:script scriptFormat="js">${text}</camunda:script>`;
const input = (name: string, value: string) =>
  `<camunda:inputParameter name="${name}">${value}</camunda:inputParameter>`;
const output = (name: string, value: string) =>
  `<camunda:outputParameter name="${name}">${value}</camunda:outputParameter>`;
const mapped = (...parameters: string[]) => `<camunda:inputOutput>${parameters.join('')}</camunda:inputOutput>`;

async function run(xml: string, scripts: ScriptFunction, store = 'sqlite::memory:'): Promise<string> {
  world = await createWorld({ bridge: { store, scripts, jobs: { maxAttempts: 1 } } });
  const { processId } = await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', variables: { amount: 3 } });
  await world.bridge.idle();
  return instanceId;
}

describe('mappings of a user task', () => {
  const LOOKING = draw({
    id: 'looking',
    exclusive: 'ok',
    others: [
      userTask('look', {
        assignee: '${who.clerk}',
        name: 'Look, ${who.clerk}',
        extensions: mapped(
          input('who', `<camunda:map><camunda:entry key="clerk">${script('clerk')}</camunda:entry></camunda:map>`),
          input('sum', '${amount + 1}'),
          output('seen', '${who.clerk} saw ${sum}'),
          output('next', script('next')),
        ),
      }),
      userTask('check', { assignee: '${next}', name: '${seen}' }),
      end('no'),
    ],
    paths: 'start > look > ok; ok >{name=Good} check > end; ok >{name=Bad} no',
  });

  it('are run by the function for scripts: inputs before the task is made, outputs before its token goes on', async () => {
    const jobs: ScriptJob[] = [];
    await run(LOOKING, (job) => {
      jobs.push(job);
      return job.script === 'clerk' ? 'bo' : 'dara';
    });
    expect(world.reports()).toEqual(['start next look']);
    await world.press('bo', 'look', 'Good');
    await world.bridge.idle();
    const tasks = await world.bridge.tasks.list();
    expect(tasks.map(({ nodeName, handlers }) => [nodeName, handlers])).toEqual([
      ['Look, bo', ['bo']],
      ['bo saw 4', ['dara']],
    ]);
    await world.press('dara', 'check');
    expect(world.reports()).toEqual(['start next look', 'look next check', 'check end']);

    const [before, behind] = jobs;
    expect(before).toMatchObject({ nodeId: 'look', script: 'clerk', input: { sum: 4 }, variables: { amount: 3 } });
    expect(behind).toMatchObject({
      script: 'next',
      input: { sum: 4, who: { clerk: 'bo' } },
      variables: { outcome: 'check', seen: 'bo saw 4' },
    });
    expect(before?.idempotencyKey).not.toBe(behind?.idempotencyKey);
  });

  it('that fail are incidents; tried again after a restart, the button that was pressed still chooses the way', async () => {
    using file = createDatabaseFile();
    let fails = true;
    const failing: ScriptFunction = ({ script: text }) => {
      if (text === 'next' && fails) throw new Error('no disk');
      return 'bo';
    };
    const instanceId = await run(LOOKING, failing, file.store);
    await world.press('bo', 'look', 'Good');
    await world.reopen();
    fails = false;
    const [incident] = await world.bridge.incidents.list({ instanceId });
    expect(incident).toMatchObject({ kind: 'job', code: 'ERR_SERVICE_FAILED' });
    await world.bridge.incidents.retry(incident?.incidentId ?? '');
    await world.bridge.idle();
    await world.press('bo', 'check');
    expect(world.reports().at(-1)).toBe('check end');
  });

  it('throw errors to the boundary event of their task', async () => {
    const xml = processFile(
      [
        start(),
        userTask('look', { assignee: 'bo', extensions: mapped(output('next', script('next'))) }),
        boundary('wrong', 'look', error('e')),
        userTask('mend', { assignee: 'chen' }),
        end(),
      ],
      'start > look > end; wrong > mend > end',
      { id: 'throwing', roots: root('error', 'e', { errorCode: 'BAD' }) },
    );
    await run(xml, () => {
      throw new BpmnError('BAD');
    });
    await world.press('bo', 'look');
    await world.bridge.idle();
    await world.press('chen', 'mend');
    expect(world.reports()).toEqual(['start next look', 'look next mend', 'mend end']);
  });

  it('are given up with their task', async () => {
    const xml = processFile(
      [
        start(),
        userTask('look', { assignee: '${who}', extensions: mapped(input('who', script('who'))) }),
        boundary('stop', 'look', message('m')),
        userTask('mend', { assignee: 'chen' }),
        end(),
      ],
      'start > look > end; stop > mend > end',
      { id: 'stopping', roots: root('message', 'm', { name: 'stop' }) },
    );
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    world = await createWorld({ bridge: { scripts: () => held } });
    await world.bridge.deploy(xml);
    const { instanceId } = await world.bridge.start('stopping', { initiator: 'anna' });
    await world.bridge.message({ name: 'stop', instanceId });
    release();
    await world.bridge.idle();
    await world.press('chen', 'mend');
    expect(world.reports()).toEqual(['start next mend', 'mend end']);
  });

  it('are run for each signer', async () => {
    const xml = draw({
      id: 'signing',
      people: { check: '${last}' },
      others: [
        userTask('sign', {
          assignee: '${who}',
          multiInstance: { collection: '${people}', elementVariable: 'p' },
          extensions: mapped(input('who', script('who')), output('last', script('last'))),
        }),
      ],
      paths: 'start > sign > check > end',
    });
    world = await createWorld({
      bridge: { scripts: ({ script: text, variables, input: { who } }) => (text === 'who' ? variables.p : who) },
    });
    await world.begin(xml, { variables: { people: ['bo', 'chen'] } });
    await world.press('chen', 'sign');
    await world.press('bo', 'sign');
    await world.bridge.idle();
    await world.press('bo', 'check');
    expect(world.reports().slice(-3)).toEqual(['sign none', 'sign next check', 'check end']);
  });
});

describe('a completion condition that is a script', () => {
  const signing = (sequential: boolean) =>
    draw({
      id: 'signing',
      people: { check: 'dara' },
      others: [
        userTask('sign', {
          assignee: '${p}',
          multiInstance: {
            collection: '${people}',
            elementVariable: 'p',
            sequential,
            condition: 'done >= 2',
          },
        }),
      ],
      paths: 'start > sign > check > end',
    }).replace('<completionCondition', '<completionCondition language="groovy"');

  async function sign(xml: string, scripts: ScriptFunction): Promise<void> {
    world = await createWorld({ bridge: { scripts } });
    await world.begin(xml, { variables: { people: ['anna', 'bo', 'chen'] } });
  }

  it('is asked each time somebody has signed', async () => {
    const asked: unknown[] = [];
    await sign(signing(false), ({ script: text, variables }) => {
      asked.push([text, variables.nrOfCompletedInstances, variables.nrOfActiveInstances, variables.p]);
      return Number(variables.nrOfCompletedInstances) >= 2;
    });
    await world.press('chen', 'sign');
    await world.bridge.idle();
    await world.press('anna', 'sign');
    await world.bridge.idle();
    expect(asked).toEqual([
      ['done >= 2', 1, 2, 'chen'],
      ['done >= 2', 2, 1, 'anna'],
    ]);
    await world.press('dara', 'check');
    expect(world.reports().slice(1)).toEqual(['sign none', 'sign next check', 'sign none', 'check end']);
  });

  it('sees each count, of those too who sign while it is asked for another', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const counts: unknown[] = [];
    await sign(signing(false), async ({ variables: { nrOfCompletedInstances } }) => {
      counts.push(nrOfCompletedInstances);
      if (counts.length === 1) await held;
      return Number(nrOfCompletedInstances) >= 2;
    });
    for (const account of ['chen', 'anna']) {
      await world.sandbox.press(world.taskOf(account, 'sign'), { action: 'Handle', account });
    }
    release();
    await world.bridge.idle();
    expect(counts).toEqual([1, 2]);
    await world.press('dara', 'check');
    expect(world.reports().at(-1)).toBe('check end');
    expect(world.reports().filter((each) => each.startsWith('sign next'))).toEqual(['sign next check']);
  });

  it('ends a sequential countersign early', async () => {
    await sign(signing(true), ({ variables }) => Number(variables.nrOfCompletedInstances) >= 2);
    await world.press('anna', 'sign');
    await world.bridge.idle();
    await world.press('bo', 'sign');
    await world.bridge.idle();
    await world.press('dara', 'check');
    expect(world.reports()).toEqual(['start next sign', 'sign next sign', 'sign next check', 'check end']);
  });

  it('that gives no boolean is an incident', async () => {
    world = await createWorld({ bridge: { scripts: () => 'yes', jobs: { maxAttempts: 1 } } });
    await world.begin(signing(false), { variables: { people: ['anna', 'bo'] } });
    await world.press('anna', 'sign');
    await world.bridge.idle();
    expect((await world.bridge.incidents.list()).map(({ reason }) => reason)).toEqual([
      expect.stringContaining('completion condition of sign'),
    ]);
  });
});

it('without a function for scripts, a mapping of a user task is passed over', async () => {
  world = await createWorld();
  const { problems } = await world.bridge.deploy(
    fileWith(userTask('look', { assignee: 'bo', extensions: mapped(output('next', script('next'))) })),
  );
  expect(problems.map(({ reason }) => reason)).toEqual([
    '"look" has an input or output mapping (camunda:outputParameter "next"): that belongs to the engine it was drawn for and is not run.',
  ]);
});
