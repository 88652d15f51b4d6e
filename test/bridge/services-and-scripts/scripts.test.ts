import { afterEach, describe, expect, it } from 'vitest';
import { BpmnError, type ScriptFunction, type ScriptJob } from '../../../src/index.ts';
import { boundary, end, error, node, processFile, root, scriptTask, start, userTask } from '../../support/bpmn-xml.ts';
import { draw } from '../../support/draw.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

const SCRIPT = 'days > 2 ? "bo" : "chen" // not for everybody';
const MAPPING =
  '<camunda:inputOutput><camunda:inputParameter name="length">${days}</camunda:inputParameter></camunda:inputOutput>';

/** Anna applies, a script says who checks. */
const CHOOSING = processFile(
  [
    start(),
    userTask('apply', { assignee: 'anna' }),
    scriptTask('choose', SCRIPT, { attributes: { 'camunda:resultVariable': 'approver' }, extensions: MAPPING }),
    userTask('check', { assignee: '${approver}' }),
    boundary('refused', 'choose', error('e')),
    userTask('decide', { assignee: 'chen' }),
    end(),
  ],
  'start > apply > choose > check > end; refused > decide > end',
  { id: 'choosing', roots: root('error', 'e', { errorCode: 'NOBODY' }) },
);

/** Camunda 8: an expression in the task, with a result variable. */
const ADDING = draw({
  id: 'adding',
  people: { apply: 'anna', check: 'bo', glance: 'chen' },
  exclusive: 'long',
  others: [node('scriptTask', 'add', { extensions: '<zeebe:script expression="=days + 1" resultVariable="total"/>' })],
  paths: 'start > apply > add > long; long >[=total > 3] check > end; long >* glance > end',
});

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

async function run(xml: string, scripts?: ScriptFunction, maxAttempts = 5): Promise<void> {
  const jobs = { maxAttempts, retryMinMs: 1, retryMaxMs: 1 };
  world = await createWorld({ bridge: { jobs, ...(scripts && { scripts }) } });
  const { processId } = await world.bridge.deploy(xml);
  await world.bridge.start(processId, { initiator: 'anna', variables: { days: 3 } });
  await world.bridge.idle();
  await world.press('anna', 'apply');
}

describe('a script task', () => {
  it('is run by the function of the host, which gets the script, its language and what a service gets', async () => {
    const jobs: ScriptJob[] = [];
    await run(CHOOSING, (job) => {
      jobs.push(job);
      return 'bo';
    });
    expect(jobs).toMatchObject([
      { nodeId: 'choose', script: SCRIPT, scriptFormat: 'javascript', input: { length: 3 }, variables: { days: 3 } },
    ]);
    expect(jobs[0]?.idempotencyKey).toMatch(/./);
    expect(world.pending()).toEqual(['bo:check']);
    expect(world.reports()).toEqual(['start next apply', 'apply next check']);
  });

  it('that throws a BPMN error goes on at what catches it', async () => {
    await run(CHOOSING, () => {
      throw new BpmnError('NOBODY');
    });
    expect(world.pending()).toEqual(['chen:decide']);
  });

  it('that keeps failing is an incident, which does not hold the script', async () => {
    const keys = new Set<string>();
    await run(
      CHOOSING,
      ({ idempotencyKey, script }) => {
        keys.add(idempotencyKey);
        throw new SyntaxError(`cannot run ${script.length} characters`);
      },
      2,
    );
    await expect.poll(() => world.bridge.incidents.list()).toMatchObject([{ kind: 'job', code: 'ERR_SERVICE_FAILED' }]);
    expect(keys.size).toBe(1);
    expect(JSON.stringify([await world.bridge.incidents.list(), world.log])).not.toContain('not for everybody');
  });

  it('waits for the function where the bridge was opened again without it, and no row holds the script', async () => {
    using file = createDatabaseFile();
    world = await createWorld({ bridge: { store: file.store, scripts: () => 'bo', jobs: { maxAttempts: 1 } } });
    await world.begin(CHOOSING);
    await world.reopen({ scripts: undefined } as object);
    await world.press('anna', 'apply');
    const [incident] = await world.bridge.incidents.list();
    expect(incident?.reason).toBe(
      'The bridge was not given the function that runs the javascript script of choose: pass it to createBridge.',
    );
    const { definitions: _definitions, ...rows } = file.dump();
    expect(JSON.stringify(rows)).not.toContain('not for everybody');
  });

  it('is refused at deploy where there is no such function, by its element and without the script', async () => {
    world = await createWorld({ bridge: { defaults: { systemHandler: 'robot' } } });
    const refusal = await world.bridge.deploy(CHOOSING).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'ERR_MODEL_REFUSED',
      message: expect.stringMatching(/choose: .*no function.* Pass scripts: /),
      details: { problems: [{ rule: 'script-not-run', elementId: 'choose' }] },
    });
    expect(JSON.stringify(refusal) + (refusal as Error).message).not.toContain('not for everybody');
  });
});

describe('an expression of Camunda 8', () => {
  it('is computed at once, without a function or a job, before the gateway behind it is decided', async () => {
    await run(ADDING);
    expect(world.pending()).toEqual(['bo:check']);
    expect(world.reports()).toEqual(['start next apply', 'apply next check']);
  });

  it('in several instances is computed for each element', async () => {
    const loop = '<multiInstanceLoopCharacteristics camunda:collection="${list}" camunda:elementVariable="one"/>';
    const add = node('scriptTask', 'add', {
      extensions: '<zeebe:script expression="=total + one" resultVariable="total"/>',
      content: loop,
    });
    const xml = draw({
      id: 'summing',
      people: { apply: 'anna', check: 'bo' },
      exclusive: 'long',
      others: [add],
      paths: 'start > apply > add > long; long >[=total = 6] check > end; long >* end',
    });
    world = await createWorld();
    await world.begin(xml, { variables: { list: [1, 2, 3], total: 0 } });
    await world.press('anna', 'apply');
    expect(world.pending()).toEqual(['bo:check']);
  });
});
