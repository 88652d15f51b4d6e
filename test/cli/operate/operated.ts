import { type Bridge, createBridge } from '../../../src/index.ts';
import { createDatabaseFile } from '../../bridge/database-file.ts';
import { optionsFor } from '../../bridge/options-for.ts';
import { type HttpCenter, startHttpCenter } from '../../center/http-center.ts';
import { end, processFile, serviceTask, start, userTask } from '../../support/bpmn-xml.ts';
import { createMigratedDatabase, execute } from '../../support/shared-postgres.ts';
import type { DATABASE } from '../../support/tier.ts';
import { runCli } from '../start-cli.ts';

/** A service, its center, and an operator with a shell. */
export interface Operated extends AsyncDisposable {
  readonly center: HttpCenter;
  /** The one that runs now. */
  readonly bridge: Bridge;
  readonly url: string;
  /** What the service `book` does; it throws as long as this is set. */
  bookFails: boolean;
  /** How far the clock of the service is behind that of the command line. */
  behindMs: number;
  /** A command that only reads, beside the service. */
  read(...args: string[]): ReturnType<typeof runCli>;
  /** A command that changes something: beside the service on PostgreSQL; on SQLite the service is stopped for it. */
  operate(...args: string[]): ReturnType<typeof runCli>;
  /** A command for which the service is stopped, on both databases. */
  operateAndRestart(...args: string[]): ReturnType<typeof runCli>;
  /** Runs SQL on the database, beside the service. */
  damage(sql: string): Promise<void>;
  startPlain(): Promise<string>;
  startBooking(): Promise<string>;
}

const PLAIN = processFile([start(), userTask('check', { assignee: 'bo' }), end()], 'start > check > end', {
  id: 'plain',
});
const BOOKING = processFile([start(), serviceTask('book', { service: 'book' }), end()], 'start > book > end', {
  id: 'booking',
});

const silent = () => undefined;

/** @param maxAttempts how often the service `book` is called before its job has failed */
export async function createOperated(kind: typeof DATABASE, maxAttempts = 1): Promise<Operated> {
  const center = await startHttpCenter();
  const database = kind === 'postgres' ? await createMigratedDatabase() : undefined;
  const file = createDatabaseFile();
  const url = database?.url ?? file.store;
  const open = () =>
    createBridge({
      ...optionsFor(center),
      store: url,
      services: {
        book: () => {
          if (operated.bookFails) throw new TypeError('the booking office is closed');
        },
      },
      jobs: { maxAttempts },
      outbox: { maxItemAttempts: 1 },
      clock: () => Date.now() - operated.behindMs,
      logger: { debug: silent, info: silent, warn: silent, error: silent },
    });
  let bridge: Bridge | undefined;
  const running = () => {
    if (bridge === undefined) throw new Error('the service is stopped');
    return bridge;
  };
  const begin = async (processId: string) => {
    const { instanceId } = await running().start(processId, { initiator: 'anna' });
    await running().idle();
    return instanceId;
  };
  const operated: Operated = {
    center,
    get bridge() {
      return running();
    },
    url,
    bookFails: true,
    behindMs: 0,
    read: (...args) => runCli([...args, '--store', url]),
    async operate(...args) {
      if (kind === 'postgres') return runCli([...args, '--store', url]);
      return operated.operateAndRestart(...args);
    },
    async operateAndRestart(...args) {
      await running().close();
      const ended = await runCli([...args, '--store', url]);
      bridge = await open();
      return ended;
    },
    damage: async (sql) => (database === undefined ? file.run(sql) : execute(database.url, sql)),
    startPlain: () => begin('plain'),
    startBooking: () => begin('booking'),
    async [Symbol.asyncDispose]() {
      await bridge?.close();
      await center.close();
      await database?.drop();
      file[Symbol.dispose]();
    },
  };
  bridge = await open();
  await bridge.deploy([PLAIN, BOOKING]);
  return operated;
}

/** The center refuses, finally, the task that a report creates. */
export function refuseTasks(center: HttpCenter, code = 400): void {
  center.onTasks = (response) => {
    const [item] = JSON.parse(center.taskCalls.at(-1)?.body ?? '[]');
    const errorIds = [{ taskId: item.next?.[0].taskId, code, message: 'no such account' }];
    const body = JSON.stringify({ took: 1, timestamp: 1, code: 0, message: 'success', data: { errorIds } });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  };
}
