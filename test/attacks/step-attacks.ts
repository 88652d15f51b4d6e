/** Steps and functions of the host that do not come back, and what becomes of the others. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BridgeOptions, StartOptions } from '../../src/index.ts';
import { createWorld } from '../bridge/world.ts';
import {
  catchEvent,
  conditional,
  process as drawn,
  end,
  exclusive,
  node,
  plainTask,
  processFile,
  start,
  timer,
  userTask,
} from '../support/bpmn-xml.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { draw } from '../support/draw.ts';
import {
  countsAndForks,
  countsAtBoundary,
  loopOfThrows,
  MULTIPLIES,
  SETS_ITSELF_OFF,
  setsOffItsCondition,
  wakeEachOther,
} from '../support/endless-loops.ts';
import { endWith, error, file, message, signal, startOn } from '../support/named-events.ts';
import type { Attack, Outcome } from './attack.ts';

const STANDS_AT_MOST_MS = 30_000;
const LIMITS = { limits: { stepMs: 60_000 } };

/** What ends the process: the step of a timer, the step after a service, or the call of a service. */
type DyingKind = 'timer' | 'job' | 'call';

/** What a process of the service says when it has ended; undefined if it died. */
async function runDying(
  path: string,
  kind: DyingKind,
  run: 'first' | 'later' | 'retried' | 'mended',
): Promise<{ incidents: string[]; tasks: number } | undefined> {
  const program = await bundleProgram('test/attacks/dying-step.child.ts');
  const child = fork(program, [path, run, kind]);
  let said: { incidents: string[]; tasks: number } | undefined;
  child.on('message', (message) => {
    said = message as typeof said;
  });
  // The end may be noticed before the last message is read; this comes after both.
  await once(child, 'close');
  return said;
}

/** Starts the service again and again. */
async function countDeaths(path: string, kind: DyingKind): Promise<Outcome> {
  for (let deaths = 0; deaths < 10; deaths += 1) {
    const said = await runDying(path, kind, 'later');
    if (said) return `${said.incidents.join()} after ${deaths} deaths, ${said.tasks} others went on`;
  }
  return 'each process died';
}

/** An operator retries what was set aside, once in vain. */
async function retryDying(path: string, kind: DyingKind): Promise<Outcome> {
  const retried = await runDying(path, kind, 'retried');
  const later = await runDying(path, kind, 'later');
  const mended = await runDying(path, kind, 'mended');
  const isAsideAgain = retried === undefined && later?.incidents.length === 1;
  return `retried: ${isAsideAgain ? 'set aside after 1 more' : 'wrong'}, mended: ${mended?.tasks} went on`;
}

function dying(name: string, kind: DyingKind, expected: Outcome): Attack {
  return {
    name,
    expected: [expected],
    standsAtMostMs: STANDS_AT_MOST_MS,
    async prepare() {
      const folder = mkdtempSync(join(tmpdir(), 'attack-'));
      const path = join(folder, 'service.db');
      await runDying(path, kind, 'first');
      return async () => {
        const outcome = await countDeaths(path, kind);
        const after = kind === 'call' ? `; ${await retryDying(path, kind)}` : '';
        rmSync(folder, { recursive: true });
        return outcome + after;
      };
    },
  };
}

/** Somebody presses, and the step after it is the attack. @returns the code of the incident, or `works` */
function pressing(
  name: string,
  xml: string,
  variables: StartOptions['variables'],
  options: Partial<Omit<BridgeOptions, 'callback'>> = {},
) {
  return async (): Promise<() => Promise<Outcome>> => {
    const world = await createWorld({ bridge: { ...LIMITS, ...options } });
    await world.bridge.deploy(xml);
    await world.bridge.start('process', { initiator: 'anna', ...(variables && { variables }) });
    await world.bridge.idle();
    const [task] = await world.bridge.tasks.list({});
    if (!task) throw new Error(`${name}: there is no task.`);
    return async () => {
      const { kind, message } = await world.bridge.press(task.taskId, { account: 'anna' });
      // What is due at once is a step of its own.
      if (kind === 'applied') await world.bridge.idle();
      const [incident] = await world.bridge.incidents.list({ open: true });
      return incident?.code ?? (kind === 'applied' ? 'works' : message);
    };
  };
}

const ask = userTask('ask', { assignee: 'anna' });
const LOOP = processFile(
  [start(), ask, exclusive('again'), plainTask('round'), exclusive('more'), end()],
  'start > ask > again > round > more; more >[${stop}] end; more >* again',
);
/** Two processes whose ends start each other. */
function chasing(kind: 'message' | 'signal'): Attack {
  const event = kind === 'message' ? message : signal;
  const one = (id: string, heard: string, thrown: string) =>
    drawn(id, [startOn(`${id}-start`, event(heard)), endWith(`${id}-end`, event(thrown))], `${id}-start > ${id}-end`);
  return {
    name: `two processes that start each other by a ${kind}`,
    expected: ['ERR_CALL_TOO_DEEP after 101 instances'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    async prepare() {
      const world = await createWorld({ bridge: { defaults: { systemHandler: 'system' } } });
      await world.bridge.deploy([file(one('ping', 'pong', 'ping')), file(one('pong', 'ping', 'pong'))]);
      return async () => {
        await world.bridge.start('ping', { initiator: 'anna', businessKey: 'order-1' });
        await world.bridge.idle();
        const [incident] = await world.bridge.incidents.list({ open: true });
        const instances = await world.bridge.instances.list({ limit: 1_000 });
        return `${incident?.code} after ${instances.length} instances`;
      };
    },
  };
}

/** Its condition is never true, and each round sets a variable, as one that counts to an end does. */
const COUNTING = draw({
  exclusive: 'again more',
  others: [ask, node('scriptTask', 'round', { extensions: '<zeebe:script expression="=n + 1" resultVariable="n"/>' })],
  paths: 'start > ask > again > round > more; more >[=n < 0] end; more >* again',
});

const TIMERS = processFile(
  [start(), ask, exclusive('again'), catchEvent('wait', timer('PT0S')), exclusive('more'), end()],
  'start > ask > again > wait > more; more >[${false}] end; more >* again',
);

const COUNTING_TIMERS = processFile(
  [
    ...[start(), ask, exclusive('again'), catchEvent('wait', timer('PT0S'))],
    node('scriptTask', 'count', { extensions: '<zeebe:script expression="=n + 1" resultVariable="n"/>' }),
    ...[exclusive('more'), end()],
  ],
  'start > ask > again > wait > count > more; more >[=n < 0] end; more >* again',
);

const PRESSES: readonly Attack[] = [
  {
    name: 'no attack: the first press of a process',
    expected: ['works'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing(
      'first',
      processFile([start(), ask, userTask('next', { assignee: 'bo' }), end()], 'start > ask > next > end'),
      {},
    ),
  },
  {
    name: 'a press into a loop in which nothing waits',
    expected: ['ERR_STEP_FAILED'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing('loop', LOOP, { stop: false }),
  },
  {
    name: 'a press into a loop in which nothing waits, and which counts',
    expected: ['ERR_STEP_FAILED'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing('counting', COUNTING, { n: 0 }),
  },
  {
    name: 'a press into a loop of errors that are caught',
    expected: ['ERR_STEP_FAILED'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing('errors', loopOfThrows(error('E')), {}),
  },
  {
    name: 'a press that leads to an event sub-process which sets itself off',
    expected: ['ERR_STEP_FAILED'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing('sets itself off', SETS_ITSELF_OFF, {}),
  },
  {
    name: 'a press that leads to a boundary event which sets itself off, and counts',
    expected: ['ERR_STEP_FAILED'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing('at a boundary', countsAtBoundary('=n < 0'), { n: 0 }),
  },
  {
    name: 'a press that leads to a boundary event which makes its condition true again, and counts',
    expected: ['ERR_STEP_FAILED'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing('at a condition', setsOffItsCondition(conditional('=n > 0')), { n: 0 }),
  },
  {
    name: 'a press into a loop that leaves a task in each round, and counts',
    expected: ['ERR_STEP_FAILED'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing('leaves', countsAndForks(userTask('side', { assignee: 'bo' })), { n: 0 }),
  },
  {
    name: 'a press into a loop that makes two tokens of each, and counts',
    // Its rounds take longer and longer: whichever comes first, their number or the time limit of a step.
    expected: ['ERR_STEP_FAILED', 'ERR_STEP_TOO_LONG'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing('multiplies', MULTIPLIES, { n: 0 }, { limits: { stepMs: 5_000 } }),
  },
  {
    name: 'a press that leads to two tokens which wake each other by messages, and count',
    expected: ['ERR_STEP_FAILED'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing('messages', wakeEachOther(message), { n: 0 }),
  },
  {
    name: 'a press into a loop of timers that take no time',
    expected: ['ERR_STEP_FAILED'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing('timers', TIMERS, {}),
  },
  {
    name: 'a press into a loop of timers that take no time, and counts',
    expected: ['ERR_STEP_FAILED'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing('counting timers', COUNTING_TIMERS, { n: 0 }),
  },
  {
    name: 'a press into 1,000,000,000 tasks at once',
    expected: ['ERR_EXPRESSION_FAILED'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing(
      'multi-instance',
      draw({
        others: [
          ask,
          userTask('many', {
            assignee: 'bo',
            content:
              '<bpmn:multiInstanceLoopCharacteristics><bpmn:loopCardinality>${n}</bpmn:loopCardinality></bpmn:multiInstanceLoopCharacteristics>',
          }),
        ],
        paths: 'start > ask > many > end',
      }),
      { n: 1_000_000_000 },
    ),
  },
  {
    name: 'a press on a task of a group when isMember never answers',
    expected: ['ERR_IDENTITY_FAILED'],
    standsAtMostMs: STANDS_AT_MOST_MS,
    prepare: pressing(
      'group',
      processFile([start(), userTask('ask', { groups: 'clerks' }), end()], 'start > ask > end'),
      {},
      { identity: { isMember: () => new Promise<boolean>(() => undefined) } },
    ),
  },
];

export const STEP_ATTACKS: readonly Attack[] = [
  ...PRESSES,
  chasing('message'),
  chasing('signal'),
  dying(
    'a step that ends its process, due in an instance among four',
    'timer',
    'ERR_STEP_TOO_LONG after 3 deaths, 3 others went on',
  ),
  dying(
    'a step after a service that ends its process, due in an instance among four',
    'job',
    'ERR_JOB_NEVER_RETURNED after 3 deaths, 3 others went on',
  ),
  dying(
    'a service that ends its process, called by an instance among four',
    'call',
    'ERR_JOB_NEVER_RETURNED after 3 deaths, 3 others went on; retried: set aside after 1 more, mended: 4 went on',
  ),
];
