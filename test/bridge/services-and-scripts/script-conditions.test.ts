import { afterEach, describe, expect, it } from 'vitest';
import type { ScriptFunction, ScriptJob } from '../../../src/index.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const inJava = (xml: string) =>
  xml.replaceAll('<conditionExpression ', '<conditionExpression language="http://www.java.com/java" ');

/** Anna applies; scripts say who looks at it. */
const CHOOSING = inJava(
  draw({
    id: 'choosing',
    people: { apply: 'anna', check: 'bo', direct: 'dara', glance: 'chen' },
    exclusive: 'which',
    paths:
      'start > apply > which; which >[return amount > 9] check > end; which >[return amount > 5] direct > end; which >* glance > end',
  }),
);

const SPLITTING = inJava(
  draw({
    id: 'splitting',
    people: { apply: 'anna', check: 'bo', direct: 'dara', glance: 'chen' },
    inclusive: 'which all',
    paths:
      'start > apply > which; which >[return amount > 1] check > all; which >[return amount > 2] direct > all; which >[return amount > 9] glance > all > end',
  }),
);

/** As above, but no gateway is drawn. */
const LEAVING = inJava(
  draw({
    id: 'leaving',
    people: { apply: 'anna', check: 'bo', direct: 'dara', glance: 'chen' },
    paths:
      'start > apply; apply >[return amount > 1] check > end; apply >[return amount > 9] direct > end; apply > glance > end',
  }),
);

async function run(xml: string, scripts: ScriptFunction, amount: number, store = 'sqlite::memory:'): Promise<string> {
  world = await createWorld({ bridge: { store, scripts, jobs: { maxAttempts: 1 } } });
  const { processId } = await world.bridge.deploy(xml);
  const { instanceId } = await world.bridge.start(processId, { initiator: 'anna', variables: { amount } });
  await world.bridge.idle();
  await world.press('anna', 'apply');
  return instanceId;
}

const compare: ScriptFunction = ({ script, variables }) => Number(variables.amount) > Number(/\d+/.exec(script)?.[0]);

describe('conditions that are scripts', () => {
  it('are asked in the order of the file until one is true', async () => {
    const jobs: ScriptJob[] = [];
    await run(
      CHOOSING,
      (job) => {
        jobs.push(job);
        return compare(job);
      },
      7,
    );
    expect(world.reports()).toEqual(['start next apply', 'apply next direct']);
    expect(jobs).toMatchObject([
      { nodeId: 'which', script: 'return amount > 9', scriptFormat: 'http://www.java.com/java' },
      { nodeId: 'which', script: 'return amount > 5' },
    ]);
    expect(new Set(jobs.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  it('leave the default flow where none is true', async () => {
    await run(CHOOSING, compare, 1);
    expect(world.pending()).toEqual(['chen:glance']);
    await world.press('chen', 'glance');
    expect(world.reports()).toEqual(['start next apply', 'apply next glance', 'glance end']);
  });

  it('choose several flows of an inclusive gateway, which its join waits for', async () => {
    await run(SPLITTING, compare, 5);
    expect(world.pending().toSorted()).toEqual(['bo:check', 'dara:direct']);
    await world.press('bo', 'check');
    await world.press('dara', 'direct');
    expect(world.reports().at(-1)).toBe('direct end');
  });

  it('hold the token at the gateway while they run, over a restart too', async () => {
    using file = createDatabaseFile();
    let fail = true;
    const instanceId = await run(
      CHOOSING,
      (job) => {
        if (fail) throw new Error('not now');
        return compare(job);
      },
      10,
      file.store,
    );
    const diagram = await world.bridge.diagram(instanceId);
    expect(diagram).toMatchObject({ nodes: { current: ['which'], done: expect.not.arrayContaining(['which']) } });
    await world.reopen();
    fail = false;
    const [incident] = await world.bridge.incidents.list();
    expect(incident).toMatchObject({ kind: 'job', code: 'ERR_SERVICE_FAILED' });
    await world.bridge.incidents.retry(incident?.incidentId ?? '');
    await world.bridge.idle();
    expect(world.pending()).toEqual(['bo:check']);
  });

  it('fail the step where they give something else than true or false', async () => {
    await run(CHOOSING, () => 'perhaps', 10);
    expect(await world.bridge.incidents.list()).toMatchObject([
      { code: 'ERR_EXPRESSION_FAILED', reason: expect.stringContaining('which-check') },
    ]);
  });

  it('choose flows of a user task, beside those without a condition; no part of that is shown', async () => {
    const jobs: ScriptJob[] = [];
    const instanceId = await run(
      LEAVING,
      (job) => {
        jobs.push(job);
        return compare(job);
      },
      5,
    );
    expect(world.pending().toSorted()).toEqual(['bo:check', 'chen:glance']);
    expect(jobs).toMatchObject([{ nodeId: 'apply' }, { nodeId: 'apply' }]);
    expect(await world.bridge.diagram(instanceId)).toMatchObject({
      nodes: { current: ['check', 'glance'], done: ['start', 'apply'] },
      flows: ['start-apply', 'apply-check', 'apply-glance'],
    });
    await world.press('bo', 'check');
    await world.press('chen', 'glance');
    expect(world.reports()).toEqual(['start next apply', 'apply next check,glance', 'check none', 'glance end']);
  });

  it('show a token at the user task while its scripts do not run', async () => {
    const broken = () => {
      throw new Error('not now');
    };
    const instanceId = await run(LEAVING, broken, 5);
    expect(await world.bridge.diagram(instanceId)).toMatchObject({ nodes: { current: ['apply'] } });
    expect(await world.bridge.incidents.list()).toMatchObject([{ kind: 'job', code: 'ERR_SERVICE_FAILED' }]);
  });
});

it('a join whose conditions are scripts goes on joining while its job runs', async () => {
  let answer: () => void = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let calls = 0;
  const scripts = async () => {
    calls += 1;
    await answered;
    return true;
  };
  world = await createWorld({ bridge: { scripts } });
  await world.bridge.deploy(
    inJava(
      draw({
        id: 'joining',
        people: { a: 'anna', b: 'bo', c: 'chen' },
        parallel: 'twice',
        inclusive: 'join',
        paths:
          'start > twice; twice > a > join; twice > a; twice > b > join; twice > b; join >[return amount > 0] c > end; join >* end',
      }),
    ),
  );
  await world.bridge.start('joining', { initiator: 'ini' });
  const press = async (nodeId: string, account: string) => {
    const open = await world.bridge.tasks.list({ state: 'IN_PROGRESS' });
    const task = open.find((each) => each.nodeId === nodeId);
    expect(await world.bridge.press(task?.taskId ?? '', { account })).toMatchObject({ kind: 'applied' });
  };
  for (const _ of [1, 2]) {
    await press('a', 'anna');
    await press('b', 'bo');
  }
  answer();
  await world.bridge.idle();
  expect(calls).toBe(2);
  expect((await world.bridge.tasks.list()).filter(({ nodeId }) => nodeId === 'c')).toHaveLength(2);
});
