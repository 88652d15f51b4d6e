import { expect } from 'vitest';
import type { Trigger } from '../../../src/plugin/apply/trigger.ts';
import { BridgeError } from '../../../src/plugin/index.ts';
import type { CreatedTask } from '../../../src/plugin/outcome/new-waits.ts';
import type { StepPath } from '../../../src/plugin/outcome/note-path.ts';
import type { RunSettings } from '../../../src/plugin/state/run-settings.ts';
import { EVENT_IDS } from '../../support/event-ids.ts';
import type { Button } from '../../support/inner/model.ts';
import { type CompiledDefinition, runStep, type StepResult } from '../../support/inner/plugin.ts';
import { createPathRule } from '../../support/path-rule.ts';
import { deploy } from './deploy-shape.ts';
import { createShapeBook, type ShapeBook } from './shape-book.ts';
import { describeReport, timersOf, viewOf } from './shape-view.ts';

export const SETTINGS: RunSettings = {
  appId: 'app',
  timeZone: 'UTC',
  actionUrl: (taskId, actionKey) => `https://service.test/tasks/${taskId}/${actionKey}`,
  systemName: 'bridge',
  texts: EVENT_IDS,
  translate: (text) => text,
  reportGone: true,
  standInFor: () => undefined,
  taskDefaults: { urls: {} },
  bothMobileSpellings: false,
  reportHoldMs: 10_000,
  // Endless loops are found by their rounds, also on a busy machine.
  limits: { stepMs: 60_000 },
};
export const STARTED_AT = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;

/** One instance under test. */
export interface ShapeRun {
  /**
   * What is open, sorted: tasks, `job n`, `timer n`; `waiting` where only messages and the like are left, `stuck` where
   * nothing is, `END`. A second task of one node is `A(2)`; one of the second iteration is `A#1`, in the second iteration of a sub-process `Q1.A`. Behind
   * it in brackets what a right step never shows, and messages nobody waited for.
   */
  readonly view: string;
  /** Of the latest step, e.g. `a next b,c`, `b none`, `a end`; `…` marks a continuation. */
  readonly reports: readonly string[];
  /** Tasks the latest step took away without anybody handling them, sorted. */
  readonly gone: readonly string[];
  readonly snapshot: string | null;
  /** Of the latest step. */
  readonly path: StepPath;
  /** The open task of that name. */
  task(name: string): CreatedTask;
  /**
   * One step, in words: `press A`, `press A "label"`, `press A {"variable": 1}`, `timer b` (when it is due), `message m1`,
   * `signal g1`, `finish job {"result": 1}`, `fail job CODE`, `wake 3h` (that much later). Of several timers of one name
   * `timer b 2` is the second. A step that fails leaves all as it was and shows as `failed CODE`.
   */
  do(step: string): Promise<string>;
}

/**
 * Plays a diagram and compares each step with what is written behind it, `step -> view`. Further parts, ` | A next B; B
 * none` and ` | gone C D`, say what is reported (`-` is nothing) and which tasks vanish.
 * @param startNodeId the start event a message came to
 */
export async function play(
  drawn: string | CompiledDefinition,
  script: string,
  variables = {},
  startNodeId?: string,
): Promise<void> {
  const expected = script
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [line.trim().replace(/\s+->/, ' ->')]));
  const definition = typeof drawn === 'string' ? await deploy(drawn) : drawn;
  await playOnce(await begin(definition, variables, startNodeId), expected);
}

async function playOnce(run: ShapeRun, expected: readonly string[]): Promise<void> {
  const played: string[] = [];
  for (const line of expected) {
    const [step = '', told = ''] = line.split(' -> ');
    if (step !== 'start') await run.do(step);
    const answers = told.split(' | ').map((asked, index) => (index === 0 ? run.view : answer(run, asked)));
    played.push(`${step} -> ${answers.join(' | ')}`);
    if (played.at(-1) !== line) break;
  }
  expect(played).toEqual(expected.slice(0, played.length));
}

function answer(run: ShapeRun, asked: string): string {
  return asked.startsWith('gone') ? ['gone', ...run.gone].join(' ') : run.reports.join('; ') || '-';
}

export async function begin(
  drawn: string | CompiledDefinition,
  variables = {},
  startNodeId?: string,
): Promise<ShapeRun> {
  const definition = typeof drawn === 'string' ? await deploy(drawn) : drawn;
  const book = createShapeBook(definition);
  const judgePath = createPathRule();
  let now = STARTED_AT;

  async function step(trigger: Trigger, snapshot: string | null): Promise<{ result: StepResult; faults: string[] }> {
    const facts = { settings: SETTINGS, now };
    const result = await runStep(definition, { instanceId: 'i', snapshot }, trigger, facts);
    now += 1000;
    return { result, faults: [...book.note(trigger, result), ...judgePath(definition, result)] };
  }

  const instance = { instanceId: 'i', initiator: 'ann', initiatorName: null, businessKey: null, previousTaskId: null };
  const started: Trigger = { kind: 'start', instance, variables, ...(startNodeId !== undefined && { startNodeId }) };
  let { result: last, faults } = await step(started, null);
  const run: ShapeRun = {
    get view() {
      return [viewOf(last, book), ...faults.map((fault) => `(${fault})`)].join(' ');
    },
    get reports() {
      return last.changes.reports.map((report) => describeReport(report, book));
    },
    get gone() {
      return last.changes.gone.map(({ taskId }) => book.nameOf(taskId)).toSorted();
    },
    get snapshot() {
      return last.snapshot;
    },
    get path() {
      return last.changes.path;
    },
    task: book.task,
    async do(words) {
      try {
        const order = readStep(words, definition, book, last, now);
        now = order.now;
        ({ result: last, faults } = await step(order.trigger, last.snapshot));
      } catch (error) {
        faults = [`failed ${error instanceof BridgeError ? error.code : (error as Error).message}`];
      }
      return run.view;
    },
  };
  return run;
}

/** What a step in words means, and the time at which it happens. */
function readStep(
  words: string,
  definition: CompiledDefinition,
  book: ShapeBook,
  last: StepResult,
  now: number,
): { trigger: Trigger; now: number } {
  const [, kind = '', name = '', rest = ''] = /^(\S+) ?(\S*) ?(.*)$/.exec(words) ?? [];
  const payload = (rest.startsWith('{') ? JSON.parse(rest) : {}) as Record<string, unknown>;
  switch (kind) {
    case 'press': {
      const { taskId, nodeId } = book.task(name);
      const button = findButton(definition, nodeId, rest.startsWith('"') ? rest.slice(1, -1) : undefined);
      const press = { taskId, button, account: 'ann', opinions: 'fine', pressedAt: now, variables: payload };
      return { trigger: { kind, ...press }, now };
    }
    case 'timer': {
      const timer = timersOf(last).filter(({ nodeId }) => nodeId === name)[Number(rest || 1) - 1];
      if (timer === undefined) throw new Error(`no ${words}`);
      return { trigger: { kind, executionId: timer.executionId }, now: Math.max(now, timer.dueAt) };
    }
    case 'message':
    case 'signal':
      return { trigger: { kind, name, payload }, now };
    case 'finish':
      return { trigger: { kind: 'job', executionId: book.jobExecution(name), result: payload }, now };
    case 'fail':
      return { trigger: { kind: 'job-error', executionId: book.jobExecution(name), code: rest }, now };
    case 'wake':
      return { trigger: { kind }, now: now + Number.parseFloat(name) * HOUR_MS };
    default:
      throw new Error(`no step "${words}"`);
  }
}

function findButton({ model }: CompiledDefinition, nodeId: string, label: string | undefined): Button {
  const buttons = model.userTasks.get(nodeId)?.buttons ?? [];
  const [button, ...others] = buttons.filter((each) => label === undefined || each.label === label);
  if (!button || others.length > 0) throw new Error(`which button of ${nodeId}? ${label}`);
  return button;
}
