/** Every button, pressed by everybody, in every state: what they hear, and that a refusal leaves nothing behind. */
import { expect, test } from 'vitest';
import type { ActionType } from '../../../src/index.ts';
import type { ListedTask } from '../../../src/sandbox/index.ts';
import { DEFAULT_DIRECTORY } from '../../support/inner/sandbox.ts';
import { ofThisTier } from '../../support/tier.ts';
import { createDatabaseFile } from '../database-file.ts';
import { createWorld, type World } from '../world.ts';
import {
  BUTTONS,
  CASTS,
  type Cast,
  KEEPER,
  type Placed,
  type PlacedButton,
  place,
  relationsOf,
  SITUATIONS,
  type Situation,
} from './situations.ts';
import { answerTo, CODES, STATEMENTS } from './statement.ts';

const ACCOUNTS = new RegExp(
  `\\b(${[...DEFAULT_DIRECTORY.accounts.map(({ account }) => account), KEEPER].join('|')})\\b`,
);
const isMember = (group: string, account: string) =>
  DEFAULT_DIRECTORY.groups.some(({ id, members }) => id === group && members.includes(account));

/** What was heard of one press. */
interface Heard {
  readonly verdict: string;
  readonly message: string;
}

/** A way to do something as somebody. */
type Channel = (world: World, placed: Placed, button: PlacedButton, account: string) => Promise<Heard>;

const LISTS = ['pending', 'handled', 'initiated'] as const;

/** The task as the account finds it in the lists of the center. */
function findListed({ sandbox }: World, taskId: string, account: string) {
  const tasks: Record<(typeof LISTS)[number], readonly ListedTask[]> = {
    pending: sandbox.pending(account),
    handled: sandbox.handled(account),
    initiated: sandbox.initiated(account).flatMap((transaction) => transaction.tasks),
  };
  return LISTS.flatMap((list) => tasks[list].filter((task) => task.taskId === taskId).map((task) => ({ list, task })));
}

/** Where buttons were pressed as somebody found them: list and key. */
const pressedFrom = new Set<string>();

/** As the center does it; where it offers the button to nobody, as one that does not look. */
const button: Channel = async (world, { taskId }, { key }, account) => {
  const lists = findListed(world, taskId, account).filter(({ task }) => task.buttons.some(({ name }) => name === key));
  for (const { list } of lists) pressedFrom.add(`${list} ${key}`);
  const { status, body } = await world.sandbox.press(taskId, { action: key, account, raw: lists.length === 0 });
  const { code, message, data } = body as { code: number; message: string; data: { verdict: keyof typeof CODES } };
  expect({ status, code }).toEqual({ status: 200, code: CODES[data.verdict] });
  return { verdict: data.verdict, message };
};

const press: Channel = async ({ bridge }, { taskId }, { key }, account) => {
  const { kind, message } = await bridge.press(taskId, { action: key, account });
  return { verdict: kind, message };
};

/** The methods of the bridge that are about a task and do what a button does. */
const method: Channel = async ({ bridge }, { taskId }, { type }, account) => {
  const { kind, message } =
    type === 'TRANSFER'
      ? await bridge.transfer(taskId, { from: account, to: 'hanna' })
      : await bridge.circulate(taskId, { from: account, to: ['hanna'] });
  return { verdict: kind, message };
};

/** Refusals so far. */
let refusals = 0;

/** A refusal is heard by the center, and by turns also by a caller. */
function isHeardByCaller(): boolean {
  refusals += 1;
  return refusals % 4 === 0;
}

/** What ends the situation for good, so that the next press needs a new instance. */
const MOVES: ReadonlySet<ActionType> = new Set<ActionType>(['HANDLE', 'TRANSFER', 'BREAK_UP', 'REVOKE']);

function channelsOf({ type, isPrevious }: PlacedButton, isApplied: boolean, { task }: Situation): readonly Channel[] {
  // The center has no address of it before the task was handled.
  if (isPrevious && !isHandled(task)) return [press];
  const fromCode = type === 'TRANSFER' || type === 'CIRCULARIZE' ? [method] : [];
  if (isApplied) return MOVES.has(type) ? [button, ...fromCode] : [button, press, ...fromCode];
  return isHeardByCaller() ? [button, press, ...fromCode] : [button];
}

const channelsFromCode: typeof channelsOf = ({ type }) =>
  type === 'TRANSFER' || type === 'CIRCULARIZE' ? [press, method] : [press];

const isHandled = (task: Situation['task']) => task === 'FINISH';

/** What a list shows of the task (spec, Button visibility by list), by key. */
function keysIn(list: (typeof LISTS)[number], { task }: Situation): readonly string[] {
  return BUTTONS.filter(({ type }) => STATEMENTS[type].lists.includes(list))
    .filter(({ isPrevious }) => !isPrevious || (isHandled(task) && list !== 'pending'))
    .map(({ key }) => key);
}

/** Makes the situation again after a press that was applied. */
async function restore(world: World, placed: Placed, cast: Cast, situation: Situation, type: ActionType) {
  if (MOVES.has(type)) return place(world, cast, situation);
  if (type === 'HANG_UP') await world.bridge.activate(placed.instanceId);
  if (type === 'ACTIVE') await world.bridge.suspend(placed.instanceId);
  await world.bridge.idle();
  return placed;
}

test('the situations hold every state of a task and of a process', () => {
  const states = ['IN_PROGRESS', 'FINISH', 'TURN', 'SUSPENDED', 'TERMINATED', 'RECALL'];
  expect(new Set(SITUATIONS.map(({ task }) => task))).toEqual(new Set(states));
  expect(new Set(SITUATIONS.map(({ instance }) => instance)).size).toBe(5);
});

test.each(SITUATIONS)('every button of a task that is $task, while its process is $instance', async (situation) => {
  const turn = SITUATIONS.indexOf(situation);
  using file = createDatabaseFile();
  const identity = { isMember, membersOf: () => ['gu'] };
  await using world = await createWorld({ bridge: { store: file.store, identity } });
  // Of the many ways to be over, one is enough for the group; otherwise the casts take turns.
  const isPlain = situation.column === 'over' && situation.task !== 'FINISH';
  const casts = isPlain ? CASTS.slice(0, 1) : ofThisTier(CASTS, (_, index) => index === turn % CASTS.length);
  for (const cast of casts) {
    await world.bridge.deploy(cast.xml);
    let placed = await place(world, cast, situation);
    expect(await world.bridge.tasks.get(placed.taskId)).toMatchObject({ state: situation.task });
    expect(await world.bridge.instances.get(placed.instanceId)).toMatchObject({ status: situation.instance });

    for (const person of cast.people) {
      for (const { list, task } of findListed(world, placed.taskId, person.account)) {
        const shown = task.buttons.map(({ name }) => name);
        expect(shown, list).toEqual(keysIn(list, situation));
      }
      placed = await pressAll(world, placed, { cast, person, situation, dump: () => file.dump(), channelsOf });
    }
  }
});

/** A plugin keeps no history: what its host is told, and that a refusal changes no task, is all there is to see. */
test.each(ofThisTier(SITUATIONS, (_, index) => index % 2 === 0))(
  'by a plugin: a task that is $task, while its process is $instance',
  async (situation) => {
    const identity = { isMember, membersOf: () => ['gu'] };
    await using world = await createWorld({ runtime: 'plugin', bridge: { identity } });
    const cast = CASTS[SITUATIONS.indexOf(situation) % CASTS.length] ?? CASTS[0];
    if (!cast) throw new Error('nobody plays');
    await world.bridge.deploy(cast.xml);
    let placed = await place(world, cast, situation);
    expect(await world.bridge.tasks.get(placed.taskId)).toMatchObject({ state: situation.task });
    expect(await world.bridge.instances.get(placed.instanceId)).toMatchObject({ status: situation.instance });
    for (const person of cast.people) {
      const dump = () => world.bridge.tasks.list();
      placed = await pressAll(world, placed, { cast, person, situation, dump, channelsOf: channelsFromCode });
    }
  },
);

interface Pressing {
  readonly cast: Cast;
  readonly person: Cast['people'][number];
  readonly situation: Situation;
  /** All that is stored. */
  readonly dump: () => unknown;
  readonly channelsOf: typeof channelsOf;
}

/** Presses every button as one person. @returns the task of the situation as it is then */
async function pressAll(world: World, begun: Placed, { cast, person, situation, dump, channelsOf }: Pressing) {
  let placed = begun;
  let before = await dump();
  for (const each of BUTTONS) {
    const { key, type } = each;
    const expected = answerTo(type, relationsOf(cast, person, situation), situation.column);
    const isApplied = expected === 'applied';
    for (const channel of channelsOf(each, isApplied, situation)) {
      if (isApplied) expect(await dump()).toEqual(before);
      const { verdict, message } = await channel(world, placed, each, person.account);
      const what = `${key} by ${person.words} (${cast.processId})`;
      expect(`${what}: ${verdict}`).toBe(`${what}: ${expected}`);
      expect(message).not.toMatch(ACCOUNTS);
      if (!isApplied) continue;
      if (channelsOf !== channelsFromCode) expect(await dump()).not.toEqual(before);
      placed = await restore(world, placed, cast, situation, type);
      before = await dump();
    }
  }
  // All that was refused since left everything as it was.
  expect(await dump()).toEqual(before);
  return placed;
}

test('each button was pressed in each list that shows it', () => {
  const shown = (['IN_PROGRESS', 'FINISH'] as const).flatMap((task) =>
    LISTS.flatMap((list) =>
      SITUATIONS.filter((each) => each.task === task).flatMap((each) =>
        keysIn(list, each).map((key) => `${list} ${key}`),
      ),
    ),
  );
  expect(pressedFrom).toEqual(new Set(shown));
});
