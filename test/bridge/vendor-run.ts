import { expect, test } from 'vitest';
import type { StartOptions } from '../../src/bridge/operations/start-options.ts';
import type { NextTaskItem, TaskHandlingItem } from '../../src/protocol/task-handling.ts';
import { createWorld } from './world.ts';

/** A file as a vendor's modeler saves it, and all that the center and the services are told until its process ends. */
export interface VendorFile {
  readonly xml: string;
  readonly variables?: StartOptions['variables'];
  /** What each service gives; an error is thrown. */
  readonly services?: Readonly<Record<string, unknown>>;
  /** What happens, in order: `anna apply`, `bo check Reject`, `3 hours`. The first start is anna's, unless time starts it. */
  readonly happens: readonly string[];
  readonly startedByTime?: boolean;
  /** `service {input}` and `previous status next: who`, in order; of one step, the services first. */
  readonly told: readonly string[];
  /** Rules of the problems at deploy. */
  readonly warned?: readonly string[];
}

const HOUR_MS = 3_600_000;

/** Seven in the morning of a Thursday, in the zone of the bridge. */
const NEW_YEAR = Date.UTC(2026, 0, 1, 7);

/** Runs the file over HTTP to its end. */
export function runs(title: string, file: VendorFile): void {
  test(title, async () => {
    const time = { now: NEW_YEAR };
    const clock = () => time.now;
    const told: string[] = [];
    const services = Object.fromEntries(
      Object.entries(file.services ?? {}).map(([name, result]) => [
        name,
        ({ input }: { readonly input: unknown }) => {
          told.push(`${name} ${JSON.stringify(input)}`);
          if (result instanceof Error) throw result;
          return result;
        },
      ]),
    );
    const defaults = { systemHandler: 'system', handlers: 'emil' };
    await using world = await createWorld({
      bridge: { services, clock, defaults, timeZone: 'UTC' },
      sandbox: { clock, timeZone: 'UTC' },
    });
    const { bridge, sandbox } = world;
    const reported = () =>
      sandbox.traffic
        .filter(({ call, direction }) => call === 'taskHandle' && direction === 'in')
        .flatMap(({ body }) => body as readonly TaskHandlingItem[])
        .map(({ next }, index) => [world.reports()[index], ...(next ?? []).map(sayWho)].join(' '));
    let count = 0;
    const listen = () => {
      const reports = reported();
      told.push(...reports.slice(count));
      count = reports.length;
    };

    const { processId, problems } = await bridge.deploy(file.xml);
    expect(problems.map(({ rule }) => rule)).toEqual(file.warned ?? []);
    if (!file.startedByTime) await bridge.start(processId, { initiator: 'anna', variables: file.variables ?? {} });
    await bridge.idle();
    listen();
    for (const happening of file.happens) {
      const [who = '', what = '', ...label] = happening.split(' ');
      if (what.startsWith('hour')) {
        time.now += Number(who) * HOUR_MS;
        await bridge.idle();
      } else expect(await world.press(who, what, label.join(' ') || undefined)).toBe(0);
      listen();
    }
    expect(told).toEqual(file.told);
    expect(await bridge.instances.list()).toMatchObject([{ status: 'ended' }]);
    expect(await bridge.incidents.list()).toEqual([]);
    expect(world.pending()).toEqual([]);
  });
}

function sayWho({ handlers, handlingGroup }: NextTaskItem): string {
  return handlers === undefined ? `(group ${handlingGroup})` : `(${handlers})`;
}
