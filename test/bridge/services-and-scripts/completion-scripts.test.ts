import { afterEach, describe, expect, it } from 'vitest';
import { BpmnError, type ScriptFunction, type ServiceFunction } from '../../../src/index.ts';
import {
  type BpmnNode,
  boundary,
  callActivity,
  end,
  error,
  message,
  multiInstance,
  node,
  processFile,
  root,
  serviceTask,
  start,
  subProcess,
  userTask,
} from '../../support/bpmn-xml.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

const PEOPLE = ['anna', 'bo', 'chen'];
const repeated = (sequential: boolean) => ({
  multiInstance: { collection: '${people}', elementVariable: 'p', sequential, condition: 'enough' },
});

/** The multi-instance `each`, and a task behind it. */
function drawn(each: BpmnNode, ...others: readonly BpmnNode[]): string {
  const paths = ['start > each > check > end', ...others.map(({ id }) => `${id} > mend > end`)];
  const mend = others.length === 0 ? [] : [userTask('mend', { assignee: 'emil' })];
  return processFile(
    [start(), each, ...others, ...mend, userTask('check', { assignee: 'dara' }), end()],
    paths.join('; '),
    {
      id: 'repeating',
      roots: root('error', 'e', { errorCode: 'BAD' }) + root('message', 'm', { name: 'stop' }),
    },
  ).replaceAll('<completionCondition', '<completionCondition language="groovy"');
}

const service = (sequential: boolean) =>
  drawn(serviceTask('each', { ...repeated(sequential), service: 'book', extensions: WHO }));
const WHO =
  '<camunda:inputOutput><camunda:inputParameter name="who">${p}</camunda:inputParameter></camunda:inputOutput>';

const part = (sequential: boolean) =>
  drawn(
    subProcess(
      'each',
      [start('s'), userTask('work', { assignee: '${p}' }), end('e1')],
      's > work > e1',
      repeated(sequential),
    ),
  );

interface Host {
  readonly scripts: ScriptFunction;
  readonly book?: ServiceFunction;
  readonly store?: string;
}

async function begin(xml: string, { scripts, book, store = 'sqlite::memory:' }: Host): Promise<string> {
  world = await createWorld({
    bridge: { store, scripts, jobs: { maxAttempts: 1 }, ...(book && { services: { book } }) },
  });
  const { problems } = await world.bridge.deploy(xml);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { instanceId } = await world.bridge.start('repeating', { initiator: 'anna', variables: { people: PEOPLE } });
  await world.bridge.idle();
  return instanceId;
}

/** Is enough once two are done; notes what it is asked. Or fails, until it is told not to. */
function createCounter(fails?: 'fails') {
  const asked: unknown[] = [];
  const counter = {
    asked,
    fails: fails !== undefined,
    scripts({ variables: { nrOfCompletedInstances, nrOfActiveInstances, p } }: Parameters<ScriptFunction>[0]) {
      if (counter.fails) throw new Error('no disk');
      asked.push([nrOfCompletedInstances, nrOfActiveInstances, p]);
      return Number(nrOfCompletedInstances) >= 2;
    },
  };
  return counter;
}

describe('a completion condition that is a script, of a service', () => {
  it('is asked once each call has returned, one after the other', async () => {
    const { asked, scripts } = createCounter();
    await begin(service(false), { scripts, book: () => ({}) });
    expect(asked.map((each) => (each as unknown[]).slice(0, 2))).toEqual([
      [1, 2],
      [2, 1],
    ]);
    await world.press('dara', 'check');
    expect(world.reports()).toEqual(['start next check', 'check end']);
  });

  it('ends a sequential one before its next call', async () => {
    const { asked, scripts } = createCounter();
    const called: unknown[] = [];
    await begin(service(true), { scripts, book: ({ input: { who } }) => void called.push(who) });
    expect(called).toEqual(['anna', 'bo']);
    expect(asked).toEqual([
      [1, 1, 'anna'],
      [2, 1, 'bo'],
    ]);
    expect(world.pending()).toEqual(['dara:check']);
  });

  it('sees what the call has set', async () => {
    const scripts: ScriptFunction = ({ variables: { found } }) => found === 'bo';
    const called: unknown[] = [];
    const book: ServiceFunction = ({ input: { who } }) => {
      called.push(who);
      return { found: who };
    };
    await begin(service(true), { scripts, book });
    expect(called).toEqual(['anna', 'bo']);
    expect(world.pending()).toEqual(['dara:check']);
  });

  it('that fails is an incident; retried after a restart, no service is called again', async () => {
    using file = createDatabaseFile();
    const counter = createCounter('fails');
    const { asked, scripts } = counter;
    let calls = 0;
    const book = () => {
      calls += 1;
    };
    const instanceId = await begin(service(true), { scripts, book, store: file.store });
    await world.reopen();
    counter.fails = false;
    expect(calls).toBe(1);
    const [incident] = await world.bridge.incidents.list({ instanceId });
    expect(incident).toMatchObject({ kind: 'job', code: 'ERR_SERVICE_FAILED' });
    await world.bridge.incidents.retry(incident?.incidentId ?? '');
    await world.bridge.idle();
    expect(calls).toBe(2);
    expect(asked).toHaveLength(2);
    await world.press('dara', 'check');
    expect(world.reports()).toEqual(['start next check', 'check end']);
  });

  it.each([
    ['at once', false],
    ['one after the other', true],
  ])(
    'is asked of what is computed %s, which is computed once, also where it is asked again after a restart',
    async (_how, sequential) => {
      using file = createDatabaseFile();
      const counter = createCounter('fails');
      const { asked, scripts } = counter;
      const computed = '<zeebe:script expression="=if made = null then 1 else made + 1" resultVariable="made"/>';
      const content = multiInstance(repeated(sequential).multiInstance);
      const each = node('scriptTask', 'each', { extensions: computed, content });
      const instanceId = await begin(drawn(each), { scripts, store: file.store });
      await world.reopen();
      await world.bridge.setVariables(instanceId, { other: 1 });
      counter.fails = false;
      await world.bridge.incidents.retryAll();
      await world.bridge.idle();
      expect(asked).toHaveLength(2);
      expect(await world.bridge.instances.variables(instanceId)).toMatchObject({ made: sequential ? 2 : 3 });
      expect(world.pending()).toEqual(['dara:check']);
    },
  );

  it('throws errors to its boundary event', async () => {
    const xml = drawn(
      serviceTask('each', { ...repeated(false), service: 'book' }),
      boundary('wrong', 'each', error('e')),
    );
    await begin(xml, {
      scripts: () => {
        throw new BpmnError('BAD');
      },
      book: () => ({}),
    });
    await world.press('emil', 'mend');
    expect(world.reports()).toEqual(['start next mend', 'mend end']);
  });
});

describe('a completion condition that is a script, of a sub-process', () => {
  it('is asked once each instance has ended; the others are gone when it is enough', async () => {
    const { asked, scripts } = createCounter();
    await begin(part(false), { scripts });
    await world.press('chen', 'work');
    expect(world.pending()).toEqual(['anna:work', 'bo:work']);
    await world.press('anna', 'work');
    expect(asked).toEqual([
      [1, 2, 'chen'],
      [2, 1, 'anna'],
    ]);
    await world.press('dara', 'check');
    expect(world.reports()).toEqual([
      'start next work,work,work',
      'work none',
      'work next check',
      'work none',
      'check end',
    ]);
  });

  it('does not begin the next of a sequential one before it has answered, after a restart too', async () => {
    using file = createDatabaseFile();
    const counter = createCounter('fails');
    const { asked, scripts } = counter;
    const instanceId = await begin(part(true), { scripts, store: file.store });
    await world.press('anna', 'work');
    expect((await world.bridge.tasks.list({ state: 'IN_PROGRESS' })).map(({ nodeId }) => nodeId)).toEqual([]);
    await world.reopen();
    await world.bridge.setVariables(instanceId, { other: 1 });
    counter.fails = false;
    const [incident] = await world.bridge.incidents.list({ instanceId });
    await world.bridge.incidents.retry(incident?.incidentId ?? '');
    await world.bridge.idle();
    await world.reopen();
    await world.press('bo', 'work');
    await world.reopen();
    await world.press('dara', 'check');
    expect(asked).toEqual([
      [1, 1, 'anna'],
      [2, 1, 'bo'],
    ]);
    expect(world.reports()).toEqual(['start next work', 'work next work', 'work next check', 'check end']);
  });

  it('sees each count, of those too that end while it is asked for another', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const counts: unknown[] = [];
    await begin(part(false), {
      scripts: async ({ variables: { nrOfCompletedInstances } }) => {
        counts.push(nrOfCompletedInstances);
        if (counts.length === 1) await held;
        return Number(nrOfCompletedInstances) >= 2;
      },
    });
    for (const account of ['chen', 'anna']) {
      await world.sandbox.press(world.taskOf(account, 'work'), { action: 'Handle', account });
    }
    release();
    await world.bridge.idle();
    expect(counts).toEqual([1, 2]);
    await world.press('dara', 'check');
    expect(world.reports().at(-1)).toBe('check end');
    expect(world.reports().filter((each) => each.startsWith('work next'))).toEqual(['work next check']);
  });

  it('is asked for the last one too, and its answer goes on in any case', async () => {
    const { asked, scripts } = createCounter();
    await begin(part(false), { scripts: (job) => scripts(job) && false });
    for (const account of PEOPLE) await world.press(account, 'work');
    expect(asked).toHaveLength(3);
    await world.press('dara', 'check');
    expect(world.reports().at(-1)).toBe('check end');
  });

  it('is given up with its sub-process', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const each = subProcess(
      'each',
      [start('s'), userTask('work', { assignee: '${p}' }), end('e1')],
      's > work > e1',
      repeated(false),
    );
    const instanceId = await begin(drawn(each, boundary('stopped', 'each', message('m'))), {
      scripts: async () => {
        await held;
        return true;
      },
    });
    await world.sandbox.press(world.taskOf('bo', 'work'), { action: 'Handle', account: 'bo' });
    await world.bridge.message({ name: 'stop', instanceId });
    release();
    await world.bridge.idle();
    expect(world.pending()).toEqual(['emil:mend']);
    expect(await world.bridge.incidents.list()).toEqual([]);
    await world.press('emil', 'mend');
    expect(world.reports().at(-1)).toBe('mend end');
  });

  it('gives up others that were asked or done when it is enough', async () => {
    await begin(part(false), { scripts: ({ variables }) => variables.p === 'bo' });
    for (const account of ['bo', 'anna', 'chen']) {
      await world.sandbox.press(world.taskOf(account, 'work'), { action: 'Handle', account });
    }
    await world.bridge.idle();
    expect(world.pending()).toEqual(['dara:check']);
    await world.press('dara', 'check');
    expect(world.reports().at(-1)).toBe('check end');
  });

  it('is asked of a call, whose process is drawn in at once or later', async () => {
    const called = processFile([start(), userTask('work', { assignee: '${p}' }), end()], 'start > work > end', {
      id: 'helping',
    });
    for (const target of ['helping', '${name}']) {
      const { asked, scripts } = createCounter();
      world = await createWorld({ bridge: { scripts } });
      const content = multiInstance(repeated(false).multiInstance);
      await world.bridge.deploy([called, drawn(callActivity('each', target, { content }))]);
      await world.bridge.start('repeating', { initiator: 'anna', variables: { people: PEOPLE, name: 'helping' } });
      await world.bridge.idle();
      await world.press('chen', target === 'helping' ? 'each.work' : 'each.helping.work');
      await world.press('bo', target === 'helping' ? 'each.work' : 'each.helping.work');
      expect(asked).toEqual([
        [1, 2, 'chen'],
        [2, 1, 'bo'],
      ]);
      await world.press('dara', 'check');
      expect(world.reports().at(-1)).toBe('check end');
      if (target === 'helping') await world[Symbol.asyncDispose]();
    }
  });
});
