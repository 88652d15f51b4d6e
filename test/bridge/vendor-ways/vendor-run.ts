import { expect, test } from 'vitest';
import type {
  Bridge,
  BroadcastOptions,
  MessageOptions,
  NextTaskItem,
  ScriptJob,
  StartOptions,
  TaskHandlingItem,
} from '../../../src/index.ts';
import { createWorld, type World } from '../world.ts';

type Variables = NonNullable<StartOptions['variables']>;

/**
 * `anna apply`, `bo check Reject`, `3 hours`; or what comes from outside: a press of a page with its values, a message, which
 * must be taken, or not, a signal for all, variables of the only instance.
 */
export type Happening =
  | string
  | { readonly press: string; readonly with: Variables }
  | { readonly message: MessageOptions; readonly isTaken?: false }
  | { readonly signal: BroadcastOptions }
  | { readonly set: Variables };

/** A file as a vendor's modeler saves it, and all that the center and the services are told until its process ends. */
export interface VendorFile {
  readonly xml: string;
  readonly variables?: Variables;
  /** What each service gives; an error is thrown. */
  readonly services?: Readonly<Record<string, unknown>>;
  /** The host's function for scripts. */
  readonly scripts?: (job: ScriptJob) => unknown;
  /** Deployed before it. */
  readonly called?: readonly string[];
  /** The variable with the `definitionId` of the last of these. */
  readonly calledAs?: string;
  /** What happens, in order, to the matter `k-1`. The first start is anna's, unless something in `happens` starts it. */
  readonly happens: readonly Happening[];
  /** How many anna starts; else one. */
  readonly starts?: number;
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
    await using world = await createWorld({
      bridge: {
        services: listenTo(file.services ?? {}, told),
        clock,
        defaults: { systemHandler: 'system', handlers: 'emil' },
        timeZone: 'UTC',
        ...(file.scripts && { scripts: file.scripts }),
      },
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

    let definitionId = '';
    for (const called of file.called ?? []) ({ definitionId } = await bridge.deploy(called));
    const { processId, problems } = await bridge.deploy(file.xml);
    expect(problems.map(({ rule }) => rule)).toEqual(file.warned ?? []);
    const variables = { ...file.variables, ...(file.calledAs !== undefined && { [file.calledAs]: definitionId }) };
    const start = { initiator: 'anna', businessKey: 'k-1', variables };
    for (let left = file.starts ?? 1; left > 0; left--) await bridge.start(processId, start);
    await bridge.idle();
    listen();
    for (const happening of file.happens) {
      if (typeof happening === 'string' && happening.includes('hour'))
        time.now += Number.parseInt(happening, 10) * HOUR_MS;
      else await cause(happening, world, bridge);
      await bridge.idle();
      listen();
    }
    expect(told).toEqual(file.told);
    const instances = await bridge.instances.list();
    expect(instances.map(({ status }) => status)).toEqual(instances.map(() => 'ended'));
    expect(instances).not.toEqual([]);
    expect(await bridge.incidents.list()).toEqual([]);
    expect(world.pending()).toEqual([]);
  });
}

function listenTo(services: NonNullable<VendorFile['services']>, told: string[]) {
  const answer =
    (name: string, result: unknown) =>
    ({ input }: { readonly input: unknown }) => {
      told.push(`${name} ${JSON.stringify(input)}`);
      if (result instanceof Error) throw result;
      return result;
    };
  return Object.fromEntries(Object.entries(services).map(([name, result]) => [name, answer(name, result)]));
}

async function cause(happening: Happening, world: World, bridge: Bridge): Promise<void> {
  if (typeof happening === 'string') {
    const [who = '', what = '', ...label] = happening.split(' ');
    expect(await world.press(who, what, label.join(' ') || undefined)).toBe(0);
  } else if ('press' in happening) {
    const [account = '', nodeId = ''] = happening.press.split(' ');
    await bridge.press(world.taskOf(account, nodeId), { account, variables: happening.with });
  } else if ('message' in happening) {
    const { matched } = await bridge.message(happening.message);
    expect(matched).toBe(happening.isTaken ?? true);
  } else if ('signal' in happening) await bridge.broadcast(happening.signal);
  else {
    const [instance] = await bridge.instances.list();
    await bridge.setVariables(instance?.instanceId ?? '', happening.set);
  }
}

/** Who is to handle a task, by when, and on which page where it has one. */
function sayWho({ handlers, handlingGroup, timeOut, handleUrl }: NextTaskItem): string {
  const said = [handlers ?? `group ${handlingGroup}`];
  if (timeOut !== undefined) said.push(`in ${timeOut} h`);
  if (handleUrl !== undefined) said.push(`at ${handleUrl}`);
  return `(${said.join(' ')})`;
}
