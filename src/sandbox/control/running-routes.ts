import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { centerTime } from '../center-time.ts';
import type { FaultPlan, FaultRule } from '../faults/fault-rule.ts';
import type { InputProblem } from '../http/list-problems.ts';
import { countSentMessages } from '../messages/message-views.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Group } from '../setup/directory.ts';
import type { Switches } from '../setup/switches.ts';
import { type DescribedApp, describeApp } from './app-routes.ts';
import { ControlError } from './control-error.ts';
import { type ControlParts, defineRoute } from './control-route.ts';
import { streamEvents } from './event-stream.ts';

/** Answer of `GET /clock` and `POST /clock/advance`. */
export interface ClockAnswer {
  /** The center's clock in epoch milliseconds. */
  readonly now: number;
  /** The same in the format of the center, `yyyy-MM-dd HH:mm:ss`. */
  readonly time: string;
  readonly timeZone: string;
  /** How far the clock was set forward, in milliseconds. */
  readonly aheadMs: number;
}

/** Answer of `GET` at the root of the control API: the configuration of this sandbox. */
export interface CenterAnswer {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly jwksUrl: string;
  readonly switches: Switches;
  readonly apps: readonly DescribedApp[];
  readonly groups: readonly Pick<Group, 'id' | 'name'>[];
  readonly clock: ClockAnswer;
}

const part = z.number().nonnegative().default(0);

/** Ten years: a larger step is probably in the wrong unit. */
const MAX_STEP_MS = 10 * 366 * 86_400_000;

const step = z
  .strictObject({ hours: part, minutes: part, seconds: part })
  .transform(({ hours, minutes, seconds }) => Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000))
  .refine((ms) => ms > 0 && ms <= MAX_STEP_MS, 'must be hours, minutes or seconds: more than 0, at most ten years');

export const RUNNING_ROUTES = [
  defineRoute('GET /', {
    title: 'configuration',
    answers: '`baseUrl`, `authUrl`, `jwksUrl`, `switches`, `apps` without secrets, `groups` with their names, `clock`',
    answer(_call, parts): CenterAnswer {
      const { baseUrl, authUrl, jwksUrl, switches } = parts.sandbox;
      const { apps, directory } = parts.center;
      const groups = directory.groups.map(({ id, name }) => ({ id, name }));
      const described = apps.map((app) => describeApp(parts.center, app));
      return { baseUrl, authUrl, jwksUrl, switches, apps: described, groups, clock: readClock(parts) };
    },
  }),
  defineRoute('GET /clock', {
    title: 'clock',
    answers: '`now`, `time`, `timeZone`, `aheadMs`',
    answer: (_call, parts) => readClock(parts),
  }),
  defineRoute('POST /clock/advance', {
    title: 'set the clock forward',
    body: step,
    answers: 'the same',
    example: { hours: 25 },
    answer({ body }, parts) {
      parts.sandbox.advanceClock(body);
      return readClock(parts);
    },
  }),
  defineRoute('GET /faults', {
    title: 'faults',
    answers: '`known`, `active`, `seed`',
    answer: (_call, { sandbox }) => listFaults(sandbox),
  }),
  defineRoute('PUT /faults', {
    title: 'set faults',
    takes: 'a plan',
    // The plan is validated by `set`, as a plan from a file is.
    body: z.record(z.string(), z.unknown()),
    answers: 'the same',
    example: { seed: 7, rules: [{ fault: 'reset-after', next: 1 }] },
    answer({ body }, { sandbox }) {
      refusing(() => sandbox.faults.set(body as unknown as FaultPlan));
      return listFaults(sandbox);
    },
  }),
  defineRoute('POST /faults', {
    title: 'add a fault; the others keep their counts',
    body: z.strictObject({ rule: z.record(z.string(), z.unknown()), seed: z.number().optional() }),
    answers: 'the same',
    example: { rule: { fault: 'lost', next: 1 } },
    answer({ body: { rule, seed } }, { sandbox }) {
      refusing(() => sandbox.faults.add(rule as unknown as FaultRule, seed));
      return listFaults(sandbox);
    },
  }),
  defineRoute('DELETE /faults/{id}', {
    title: 'remove a fault',
    answers: 'the same',
    answer({ params: { id } }, { sandbox }) {
      sandbox.faults.remove(Number(id));
      return listFaults(sandbox);
    },
  }),
  defineRoute('DELETE /faults', {
    title: 'clear faults',
    answers: 'the same',
    answer(_call, { sandbox }) {
      sandbox.faults.clear();
      return listFaults(sandbox);
    },
  }),
  defineRoute('POST /status-runs', {
    title: 'start the nightly run',
    body: z.strictObject({}),
    answers: '`runs`: the requests and their results, per application',
    answer: async (_call, { sandbox }) => ({ runs: await sandbox.runNightly() }),
  }),
  defineRoute('GET /status-runs', {
    title: 'task-status requests so far',
    answers: '`runs`, with the problems of each answer',
    answer: (_call, { sandbox }) => ({ runs: sandbox.statusRuns }),
  }),
  defineRoute('GET /events', {
    title: 'notification of changes',
    answers:
      'server-sent events `changed` with `{"what":[…]}` of tasks, messages, traffic, faults, clock, which say what to fetch again. The first event has all of them',
    answer: (_call, { center, feed }) => streamEvents(feed, () => countSentMessages(center)),
  }),
];

function readClock({ sandbox, center: { timeZone } }: ControlParts): ClockAnswer {
  const now = sandbox.now();
  return { now, time: centerTime(now, timeZone), timeZone, aheadMs: sandbox.aheadMs() };
}

function listFaults({ faults: { known, active, seed } }: Sandbox) {
  return { known, active, seed };
}

function refusing(set: () => void): void {
  try {
    set();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new ControlError('ERR_INPUT_INVALID', error.message, error.details.problems as readonly InputProblem[]);
  }
}
