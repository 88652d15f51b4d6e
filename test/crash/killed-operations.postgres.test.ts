/** Each operation by which others have a task for a while is killed once at each commit point: the same reports with the same ids. */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { bpmn, userTask } from '../support/bpmn-xml.ts';
import { countersign, drawProcess } from '../support/draw.ts';
import { judgeCenter } from './judge/judge-center.ts';
import type { Checkpoint, Landing } from './kills/checkpoints.ts';
import { nameOfReport } from './load/refusals.ts';
import type { TaskWork } from './world/child-orders.ts';
import { createCrashDatabase } from './world/crash-database.ts';
import { endCrashMachines } from './world/crash-machine.ts';
import { type CrashWorld, createCrashWorld } from './world/crash-world.ts';

const SOON = { timeout: 120_000, interval: 20 };
const WITHIN = { timeout: 900_000 };
const AT_REST = 'at rest';
/** What each leaves behind differs. An embedded database is never in the midst of a commit, and at rest nothing is in flight. */
const POINTS = [
  ...(['before commitStep', 'during commitStep', 'after commitStep', 'after leaseOutbox'] as const),
  ...(['during handleTasks', 'after handleTasks', AT_REST] as const),
] satisfies readonly (Checkpoint | typeof AT_REST)[];

const attributes = { 'ttc:allow': 'delegate addSigners claim sendBackDirect' };
const DIAGRAMS = (['plain', 'later', 'signed'] as const).map((id) =>
  bpmn(
    drawProcess({
      id,
      people: id === 'later' ? { ask: 'anna' } : {},
      others: [
        id === 'signed'
          ? countersign('judge', { signers: 'people', attributes })
          : userTask('judge', { assignee: '${people}', attributes }),
      ],
      paths: id === 'later' ? 'start > ask > judge > end' : 'start > judge > end',
    }),
  ),
);

interface Case {
  readonly process?: 'plain' | 'later' | 'signed';
  readonly people: readonly string[];
  /** By which the task gets to where the operation begins. */
  readonly before?: TaskWork;
  /** Who has the task whose operation it is. */
  readonly at: string;
  readonly work: TaskWork;
  /** Who presses what then, and where. */
  readonly rest: string;
  /** By the numbers of tasks. Default: to another, back, and the end. */
  readonly reports?: string;
}

const DELEGATE: TaskWork = { method: 'delegate', options: { from: 'bo', to: 'chen' } };
const ADD: TaskWork = { method: 'addSigners', options: { from: 'bo', to: ['chen', 'dara'] } };
const RECALL: TaskWork = { method: 'recall', options: { account: 'bo' } };
const CLAIM: TaskWork = { method: 'claim', options: { account: 'bo' } };
const RELEASE: TaskWork = { method: 'release', options: { account: 'bo' } };
const BESIDE: TaskWork = { method: 'addSigners', options: { from: 'bo', to: 'chen', position: 'beside' } };
const SIGNER: TaskWork = { method: 'addSigners', options: { from: 'bo', to: 'chen', position: 'countersign' } };
const AFTER: TaskWork = { method: 'press', options: { account: 'bo', signersAfter: { to: 'chen' } } };
const BACK: TaskWork = { method: 'sendBack', options: { account: 'bo', to: 'ask' } };
const ADDED = 'start next 1; 1 next 2 3; 2 none; 3 next 4; 4 end';
const SHARED = 'start next 1; 1 next 2 3; 2 none; 3 end';
const SENT_BACK = 'start next 1; 1 next 2; 2 next 3; 3 next 4; 4 end';
const CLAIMED = 'start next 1; 1 next 2; 2 end';

const CASES: readonly Case[] = [
  { people: ['bo'], at: 'bo', work: DELEGATE, rest: 'chen Opinion; bo Handle' },
  { people: ['bo'], at: 'bo', work: ADD, rest: 'chen Opinion; dara Opinion; bo Handle', reports: ADDED },
  { people: ['bo'], before: DELEGATE, at: 'chen', work: RECALL, rest: 'bo Handle' },
  { people: ['bo', 'chen'], at: 'bo', work: CLAIM, rest: 'bo Handle', reports: CLAIMED },
  { people: ['bo', 'chen'], before: CLAIM, at: 'bo', work: RELEASE, rest: 'chen Handle' },
  { people: ['bo'], at: 'bo', work: BESIDE, rest: 'bo Handle; chen Handle', reports: SHARED },
  { people: ['bo'], at: 'bo', work: AFTER, rest: 'chen Handle', reports: CLAIMED },
  { process: 'signed', people: ['bo'], at: 'bo', work: SIGNER, rest: 'bo Handle; chen Handle', reports: SHARED },
  { process: 'later', people: ['bo'], at: 'bo', work: BACK, rest: 'anna Resubmit ask; bo Handle', reports: SENT_BACK },
];

afterAll(endCrashMachines);

describe.each(['sqlite', 'postgres'] as const)('on %s', (store) => {
  it.concurrent.each(CASES)('$work.method', WITHIN, async (each) => {
    const landings: Landing[] = [];
    const database = await createCrashDatabase(store);
    const onLanded = (landing: Landing) => landings.push(landing);
    await using world = await createCrashWorld({ database, diagrams: DIAGRAMS, onLanded });
    await world.boot();
    for (const point of POINTS.filter((name) => store === 'postgres' || name !== 'during commitStep')) {
      const { answers, reports } = await play(world, each, point);
      const expected = each.reports ?? 'start next 1; 1 next 2; 2 next 3; 3 end';
      expect({ point, reports }).toEqual({ point, reports: expected });
      if (point === 'before commitStep') expect(answers).toEqual(['unanswered', 'applied']);
      else if (point !== 'during commitStep') expect(answers[1]).toBe('stale');
      if (point === AT_REST) expect(answers[0]).toBe('applied');
      else expect(landings.pop()?.checkpoint).toBe(point);
    }
    expect(judgeCenter(world.sandbox)).toEqual([]);
  });
});

/** Plays a process to its end, and kills its operation there. @returns how it was answered, and again, and what was reported */
async function play(
  world: CrashWorld,
  { process = 'plain', people, before, work, at, rest }: Case,
  point: (typeof POINTS)[number],
) {
  const { view } = world;
  const instanceId = await world.start(process, { initiator: 'anna', variables: { people }, startKey: point });
  await untilSettled(world);
  if (process === 'later') await world.press(view.taskOf('anna', 'ask'), { action: 'Handle', account: 'anna' });
  await untilSettled(world);
  if (before) expect(await world.work(view.taskOf('bo', 'judge'), before)).toBe('applied');
  await untilSettled(world);
  const taskId = view.taskOf(at, 'judge');
  const trap = { skip: 0, turns: 1, latestMs: SOON.timeout };
  if (point !== AT_REST) await world.machines[0]?.setTrap({ checkpoints: [point], ...trap });
  const first = await world.work(taskId, work).catch(() => 'unanswered');
  if (point === AT_REST) await untilSettled(world).then(world.kill);
  await vi.waitFor(() => expect(world.isUp).toBe(false), SOON);
  await world.boot();
  const answers = [first, await world.work(taskId, work)];
  for (const [account = '', action = '', node = 'judge'] of rest.split('; ').map((press) => press.split(' '))) {
    await untilSettled(world);
    expect((await world.press(view.taskOf(account, node), { action, account })).code).toBe(0);
  }
  await untilSettled(world);
  expect(view.pending()).toEqual([]);
  const ours = view.items().filter(({ previousTaskId }) => previousTaskId.startsWith(`${instanceId}.`));
  const names = ours.map((report) => nameOfReport(report).replaceAll(`${instanceId}.`, ''));
  // One whose answer was not heard comes again.
  return { answers, reports: names.filter((name, index) => name !== names[index - 1]).join('; ') };
}

const untilSettled = ({ database }: CrashWorld) =>
  vi.waitFor(async () => {
    const { outbox = [] } = await database.dump();
    expect(outbox.filter(({ state }) => state === 'pending' || state === 'parked')).toEqual([]);
  }, SOON);
