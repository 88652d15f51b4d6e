import * as z from 'zod';
import { InputError } from '../../errors.ts';
import { centerTime } from '../center-time.ts';
import type { FaultPlan, FaultRule } from '../faults/fault-rule.ts';
import type { InputProblem } from '../http/list-problems.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Group } from '../setup/directory.ts';
import { httpUrl } from '../setup/field-schemas.ts';
import type { Switches } from '../setup/switches.ts';
import type { CenterState } from '../state/center-state.ts';
import { ControlError } from './control-error.ts';
import { type ControlRoute, defineRoute } from './control-route.ts';
import { type DescribedApp, describeApp, findApp } from './describe-app.ts';

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

/** Routes for the configuration, the clock, the faults and the task-status requests. */
export function runningRoutes(sandbox: Sandbox, center: CenterState): ControlRoute[] {
  const clock = (): ClockAnswer => {
    const now = sandbox.now();
    const { timeZone } = center;
    return { now, time: centerTime(now, timeZone), timeZone, aheadMs: sandbox.aheadMs() };
  };
  const faults = () => {
    const { known, active, seed } = sandbox.faults;
    return { known, active, seed };
  };
  const apps = () => center.apps.map((app) => describeApp(center, app));
  return [
    defineRoute({
      method: 'GET',
      path: '',
      answer(): CenterAnswer {
        const { baseUrl, authUrl, jwksUrl, switches } = sandbox;
        const groups = center.directory.groups.map(({ id, name }) => ({ id, name }));
        return { baseUrl, authUrl, jwksUrl, switches, apps: apps(), groups, clock: clock() };
      },
    }),
    defineRoute({ method: 'GET', path: '/clock', answer: clock }),
    defineRoute({
      method: 'POST',
      path: '/clock/advance',
      body: step,
      answer({ body }) {
        sandbox.advanceClock(body);
        return clock();
      },
    }),
    defineRoute({ method: 'GET', path: '/faults', answer: faults }),
    defineRoute({
      method: 'PUT',
      path: '/faults',
      // The plan is validated by `set`, as a plan from a file is.
      body: z.record(z.string(), z.unknown()),
      answer({ body }) {
        refusing(() => sandbox.faults.set(body as unknown as FaultPlan));
        return faults();
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/faults',
      body: z.strictObject({ rule: z.record(z.string(), z.unknown()), seed: z.number().optional() }),
      answer({ body: { rule, seed } }) {
        refusing(() => sandbox.faults.add(rule as unknown as FaultRule, seed));
        return faults();
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/faults/{id}',
      answer({ params: { id } }) {
        sandbox.faults.remove(Number(id));
        return faults();
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/faults',
      answer() {
        sandbox.faults.clear();
        return faults();
      },
    }),
    defineRoute({ method: 'GET', path: '/status-runs', answer: () => ({ runs: sandbox.statusRuns }) }),
    defineRoute({
      method: 'POST',
      path: '/status-runs',
      body: z.strictObject({}),
      answer: async () => ({ runs: await sandbox.runNightly() }),
    }),
    defineRoute({
      method: 'PUT',
      path: '/apps/{appId}/status-url',
      body: z.strictObject({ url: httpUrl.nullable() }),
      answer({ params: { appId }, body: { url } }) {
        const app = findApp(center, appId);
        sandbox.setStatusUrl(appId, url ?? undefined);
        return { app: describeApp(center, app) };
      },
    }),
  ];
}

function refusing(set: () => void): void {
  try {
    set();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new ControlError('ERR_INPUT_INVALID', error.message, error.details.problems as readonly InputProblem[]);
  }
}
