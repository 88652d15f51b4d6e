import { afterEach, beforeEach } from 'vitest';
import type { TaskState } from '../../../src/index.ts';
import type { OutboxRow } from '../../../src/store/store.ts';
import { end, processFile, start, userTask } from '../../support/bpmn-xml.ts';
import { createDatabaseFile, type DatabaseFile } from '../database-file.ts';
import { createWorld, type Runtime, type World } from '../world.ts';

export const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 2, 1, 4);

/** A center and a bridge on a database file, whose time is the test's. */
export interface Stage {
  /** Epoch milliseconds, of center and bridge. */
  now: number;
  readonly world: World;
  readonly file: DatabaseFile;
  /** Deploys the diagram and starts an instance of it for anna. @returns its id */
  begin(xml: string, variables?: Readonly<Record<string, string | string[]>>): Promise<string>;
  /** Lets the time pass, and everything happen that it brings. */
  pass(ms: number): Promise<void>;
  parked(): Promise<OutboxRow[]>;
  stateOf(taskId: string): Promise<TaskState | undefined>;
}

/** Makes a new stage for each test of the file, and clears it away behind it. */
export function stageOfEachTest(runtime: Runtime = 'bridge'): Stage {
  let world: World;
  let file: DatabaseFile;
  const stage: Stage = {
    now: NOON,
    get world() {
      return world;
    },
    get file() {
      return file;
    },
    async begin(xml, variables = {}) {
      const { processId } = await world.bridge.deploy(xml);
      const who = { initiator: 'anna', initiatorName: 'Anna A.' };
      const { instanceId } = await world.bridge.start(processId, { ...who, variables });
      await world.bridge.idle();
      return instanceId;
    },
    async pass(ms) {
      stage.now += ms;
      await world.bridge.idle();
    },
    parked: () => world.bridge.outbox.list({ state: 'parked' }),
    stateOf: async (taskId) => (await world.bridge.tasks.get(taskId))?.state,
  };
  beforeEach(async () => {
    stage.now = NOON;
    file = createDatabaseFile();
    const clock = () => stage.now;
    world = await createWorld({
      runtime,
      bridge: { store: file.store, clock, defaults: { systemHandler: 'chen', systemName: 'Bot' } },
      sandbox: { clock },
    });
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
    file[Symbol.dispose]();
  });
  return stage;
}

export const TWO_STEPS = processFile(
  [start(), userTask('check', { assignee: 'bo' }), userTask('file', { assignee: 'anna' }), end()],
  'start > check > file > end',
  { id: 'two-steps' },
);
