import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { CommitOutcome, StepCommit, Store } from '../../../src/store/port.ts';
import { aMessage } from '../rows.ts';
import { applyStep } from './apply-step.ts';
import { command, type StoreCommand } from './command.ts';
import { expectSame } from './compare.ts';
import { canStep, type DrawnStep, drawnStep, makeStep, pressOf } from './make-step.ts';
import { keyOf, type Model, pickBy } from './model.ts';

/** Asks which numbers the new entries were given: behind those before them, in their order. */
async function learnNumbers(model: Model, store: Store): Promise<void> {
  const instanceIds = new Set(model.unnumbered.map(({ instanceId }) => instanceId));
  for (const instanceId of instanceIds) {
    const fresh = model.unnumbered.filter((entry) => entry.instanceId === instanceId);
    const known = [...model.entries.values()].filter((entry) => entry.instanceId === instanceId);
    const seqs = (await store.listOutbox({ instanceId, limit: 10_000 })).map(({ seq }) => seq);
    expect(seqs.slice(0, known.length)).toEqual(known.map(({ seq }) => seq).toSorted((one, other) => one - other));
    expect(seqs).toHaveLength(known.length + fresh.length);
    for (const [index, seq] of seqs.slice(known.length).entries()) {
      const entry = fresh[index];
      if (entry) model.entries.set(seq, { ...entry, seq });
    }
  }
  model.unnumbered = [];
}

const step = drawnStep.map((drawn) =>
  command(
    'step',
    drawn,
    (model) => canStep(model, drawn),
    async (model, { store }) => {
      const made = makeStep(model, drawn);
      expect(await store.commitStep(made)).toBe(applyStep(model, made));
      await learnNumbers(model, store);
    },
  ),
);

/** Nobody may make it, and it must leave nothing behind. */
const stepWithTakenMessage = fc.record({ drawn: drawnStep, pick: fc.nat(97) }).map((args) =>
  command(
    'step with a message whose id is taken',
    args,
    (model) => model.messages.size > 0 && canStep(model, args.drawn),
    async (model, { store }) => {
      const clean: DrawnStep = { ...args.drawn, stale: 0, isNew: false, press: null, closeJob: null, retries: 'no' };
      const made = makeStep(model, { ...clean, startKey: null });
      const { sendId } = pickBy(model.messages.values(), args.pick);
      const messages = [aMessage(sendId, { instanceId: made.instance.instanceId })];
      await expect(store.commitStep({ ...made, messages })).rejects.toMatchObject({ code: 'ERR_STORE_INVALID' });
    },
  ),
);

/** Two at once, which may be on one instance, with one press or about one job: as though one had come after the other. */
const racingSteps = fc.record({ one: drawnStep, other: drawnStep }).map((args) =>
  command(
    'two steps at once',
    args,
    (model) => canStep(model, args.one) && canStep(model, args.other),
    async (model, { store }) => {
      const one = makeStep(model, args.one);
      // No step of an instance changes the key it was started with.
      const isSame = args.one.instance === args.other.instance;
      const other = makeStep(model, isSame ? { ...args.other, startKey: args.one.startKey } : args.other);
      const outcomes = await Promise.all([store.commitStep(one), store.commitStep(other)]);
      const forth = inTurn(model, one, other);
      const back = inTurn(model, other, one);
      const [firstBack, secondBack] = back.outcomes;
      const orders = [
        { outcomes: forth.outcomes, model: forth.model },
        { outcomes: [secondBack, firstBack], model: back.model },
      ];
      expect(orders.map((order) => order.outcomes)).toContainEqual(outcomes);
      const possible = orders.filter((order) => isDeepStrictEqual(order.outcomes, outcomes));
      Object.assign(model, (await findHappened(possible, store)).model);
    },
  ),
);

/** Of the orders that may have been the one that the store shows; the last one where none does, for the comparison to say so. */
async function findHappened<Order extends { readonly model: Model }>(
  orders: readonly Order[],
  store: Store,
): Promise<Order> {
  for (const order of orders) {
    await learnNumbers(order.model, store);
    await learnOrder(order.model, store);
    if (order === orders.at(-1) || (await isSame(order.model, store))) return order;
  }
  throw new Error('the steps came in no order');
}

async function isSame(model: Model, store: Store): Promise<boolean> {
  try {
    await expectSame(model, store);
    return true;
  } catch {
    return false;
  }
}

/** Which of two that came at once has the earlier messages: behind those before them, in either order. */
async function learnOrder(model: Model, store: Store): Promise<void> {
  const kept = [...model.messages.values()];
  const order = (await store.listMessages({ limit: 10_000 })).map(({ sendId }) => sendId);
  expect(order.toSorted()).toEqual(kept.map(({ sendId }) => sendId).toSorted());
  expect(order.slice(0, -2)).toEqual(kept.slice(0, -2).map(({ sendId }) => sendId));
  model.messages.clear();
  for (const sendId of order) {
    const message = kept.find((each) => each.sendId === sendId);
    if (message) model.messages.set(sendId, message);
  }
}

function inTurn(
  model: Model,
  first: StepCommit,
  second: StepCommit,
): { model: Model; outcomes: [CommitOutcome, CommitOutcome] } {
  const copy = structuredClone(model);
  return { outcomes: [applyStep(copy, first), applyStep(copy, second)], model: copy };
}

const putPress = fc.constantFrom('press-a', 'press-b', 'press-c').map((uuid) =>
  command(
    'putPress',
    uuid,
    () => true,
    async (model, { store }) => {
      model.made += 1;
      const press = pressOf(uuid, model.made);
      await store.putPress(press);
      // The first answer stands.
      if (!model.presses.has(keyOf(press))) model.presses.set(keyOf(press), press);
      expect(await store.getPress(press)).toEqual(model.presses.get(keyOf(press)));
    },
  ),
);

/** Tells the center of these tasks: what it has yet to take of closed ones says nothing new. */
const markTasksAnswered = fc.array(fc.nat(97), { minLength: 1, maxLength: 4 }).map((picks) =>
  command(
    'markTasksAnswered',
    picks,
    (model) => model.tasks.size > 0,
    async (model, { store }) => {
      const ids = picks.map((pick) => pickBy(model.tasks.keys(), pick));
      const told = await store.markTasksAnswered([...ids, 'of nobody']);
      expect(told.map(({ taskId }) => taskId).toSorted()).toEqual([...new Set(ids)].toSorted());
      for (const entry of model.entries.values()) {
        const { previousTaskId } = entry.report.item;
        const isUntaken = entry.state === 'pending' || entry.state === 'parked';
        const isOfClosed = ids.includes(previousTaskId) && model.tasks.get(previousTaskId)?.isOpen === false;
        if (isUntaken && isOfClosed) entry.repeat = true;
      }
    },
  ),
);

export const STEP_COMMANDS: readonly { weight: number; arbitrary: fc.Arbitrary<StoreCommand> }[] = [
  { weight: 12, arbitrary: step },
  { weight: 1, arbitrary: stepWithTakenMessage },
  { weight: 4, arbitrary: racingSteps },
  { weight: 2, arbitrary: putPress },
  { weight: 2, arbitrary: markTasksAnswered },
];
