/** A service whose operators have a page, with something of everything in it. */
import { type AdminRequest, type AdminUser, type Bridge, type BridgeOptions, createBridge } from '../../src/index.ts';
import { optionsFor } from '../bridge/options-for.ts';
import { type HttpCenter, startHttpCenter } from '../center/http-center.ts';
import { end, exclusive, processFile, serviceTask, start, userTask } from '../support/bpmn-xml.ts';
import { createCompany, readProcesses } from '../support/inner/cli.ts';
import { serveHandler } from '../support/inner/testing.ts';

const BOOKING = processFile([start(), serviceTask('book', { service: 'book' }), end()], 'start > book > end', {
  id: 'booking',
});
const PLAIN = processFile([start(), userTask('check', { assignee: 'bo' }), end()], 'start > check > end', {
  id: 'plain',
});
/** A press fails, because nobody has set the limit. */
const LIMITED = processFile(
  [start(), userTask('check', { assignee: 'bo' }), exclusive('which'), end()],
  ['start > check > which', 'which >[${limit > 1}] end'],
  { id: 'limited' },
);

/** As many tasks as `people`. */
const MANY = processFile(
  [
    start(),
    userTask('sign', { assignee: '${p}', multiInstance: { collection: '${people}', elementVariable: 'p' } }),
    end(),
  ],
  'start > sign > end',
  { id: 'many' },
);

export const OPERATOR: AdminUser = { name: 'Olga', mayOperate: true, mayModify: true, mayReadVariables: true };

export interface Service {
  readonly center: HttpCenter;
  readonly bridge: Bridge;
  /** Where the page is. */
  readonly url: string;
  /** Lines of the log, by their names. */
  readonly logged: string[];
  /** What authorize was asked for. */
  readonly asked: AdminRequest[];
  /** Who uses the page; undefined: nobody whom it knows. */
  user: AdminUser | Response | undefined;
  /** What the service `book` does: it throws as long as this is set. */
  bookFails: boolean;
  begin(processId: string, businessKey: string, variables?: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
}

/** @param options beside those that a service of the tests has */
export async function startService(options: Pick<BridgeOptions, 'reconcile'> = {}): Promise<Service> {
  const center = await startHttpCenter();
  const logged: string[] = [];
  const note = (_message: string, fields?: Readonly<Record<string, unknown>>) =>
    void logged.push(String(fields?.event));
  const bridge = await createBridge({
    ...optionsFor(center),
    ...options,
    store: 'sqlite::memory:',
    services: {
      'place-order': () => ({}),
      'pay-out': () => ({}),
      book: () => {
        if (service.bookFails) throw new TypeError('the booking office is closed');
      },
    },
    jobs: { maxAttempts: 1 },
    outbox: { maxItemAttempts: 1 },
    logger: { debug: note, info: note, warn: note, error: note },
    admin: {
      authorize(_request, asked) {
        service.asked.push(asked);
        return service.user;
      },
    },
  });
  await bridge.deploy([BOOKING, PLAIN, LIMITED, MANY]);
  const server = await serveHandler((request) => bridge.admin(request), 0);
  const service: Service = {
    center,
    bridge,
    url: `${server.origin}/ops/`,
    logged,
    asked: [],
    user: OPERATOR,
    bookFails: true,
    async begin(processId, businessKey, variables = {}) {
      const { instanceId } = await bridge.start(processId, {
        initiator: 'anna',
        businessKey,
        variables: variables as never,
      });
      await bridge.idle();
      return instanceId;
    },
    async close() {
      await bridge.close();
      await server.close();
      await center.close();
    },
  };
  return service;
}

/** Starts `many` instances with 1,005 tasks. */
export async function beginMany({ begin }: Service): Promise<void> {
  const people = Array.from({ length: 201 }, (_, number) => `person-${number}`);
  for (const key of ['MANY-1', 'MANY-2', 'MANY-3', 'MANY-4', 'MANY-5']) await begin('many', key, { people });
}

/** Starts a `limited` instance, whose one press fails. */
export async function beginFailedPress({ bridge, begin }: Service, businessKey: string): Promise<string> {
  const instanceId = await begin('limited', businessKey);
  const [row] = await bridge.tasks.list({ instanceId });
  const task = row && (await bridge.tasks.get(row.taskId));
  await bridge.press(task?.taskId ?? '', { action: task?.actions[0]?.key ?? '', account: 'bo' });
  return instanceId;
}

/** The processes of this repository, which have drawings. */
export async function deployDrawn({ bridge }: Service): Promise<void> {
  for (const xml of await readProcesses('http://pages.example', createCompany('en'))) await bridge.deploy(xml);
}
