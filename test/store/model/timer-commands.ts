import fc from 'fast-check';
import { expect } from 'vitest';
import type { TimerStartRow } from '../../../src/store/port.ts';
import { timerStartSubject } from '../../../src/store/timer-start-subject.ts';
import { DEFINITION } from '../rows.ts';
import { makeIncident, putIncident, resolveSubject } from './apply-step.ts';
import { command, type StoreCommand } from './command.ts';
import { newestFirst } from './job-commands.ts';
import { type Hand, type Leased, latestOf, type Model } from './model.ts';

export const PROCESS = DEFINITION.processId;
export const DEFINITIONS = [DEFINITION.definitionId, 'hash-2', 'hash-3'] as const;

const left = fc.constantFrom(null, -1, 2);
const drawnStarts = fc.uniqueArray(
  fc.record({
    startNodeId: fc.constantFrom('a', 'b', 'c'),
    dueIn: fc.option(fc.constantFrom(-1000, 0, 500, 5000), { freq: 5 }),
    left,
  }),
  { selector: ({ startNodeId }) => startNodeId, maxLength: 3 },
);

/** Also one that is the latest already, whose timers run on, and one that was before. */
const deploy = fc.record({ definitionId: fc.constantFrom(...DEFINITIONS), starts: drawnStarts }).map((args) =>
  command(
    'putDefinitions',
    args,
    () => true,
    async (model, { store }) => {
      const { definitionId } = args;
      const { now } = model;
      const starts = args.starts.map(({ startNodeId, dueIn, left: rounds }) => ({
        startNodeId,
        dueAt: dueIn === null ? null : now + dueIn,
        left: rounds,
      }));
      await store.putDefinitions([{ ...DEFINITION, definitionId, deployedAt: now, timerStarts: starts }]);
      const former = latestOf(model);
      if (former === definitionId) return;
      model.definitions.set(former, now);
      model.definitions.set(definitionId, null);
      for (const row of model.timerStarts.values()) resolveSubject(model, timerStartSubject(row), now);
      model.timerStarts.clear();
      for (const start of starts) {
        const row: TimerStartRow = { ...start, seq: 0, processId: PROCESS, definitionId, attempts: 0 };
        model.timerStarts.set(start.startNodeId, { ...row, freeAt: start.dueAt, owner: null, lease: 0 });
      }
    },
  ),
);

/** The timer start in somebody's hand, while what they hold is its present occurrence. */
function occurrenceOf(model: Model, { row }: Hand<TimerStartRow>): Leased<TimerStartRow> | undefined {
  const start = model.timerStarts.get(row.startNodeId);
  return start?.seq === row.seq && start.dueAt === row.dueAt ? start : undefined;
}

/** Time goes on: an occurrence is never followed by one of the same time. */
const moveTimerStart = fc
  .record({ pick: fc.nat(97), later: fc.option(fc.constantFrom(1, 700, 4000)), left })
  .map((args) =>
    command(
      'moveTimerStart',
      args,
      (model) => model.hands.timerStarts.length > 0,
      async (model, { store }) => {
        const hand = newestFirst(model.hands.timerStarts, args.pick);
        const dueAt = args.later === null ? null : (hand.row.dueAt ?? 0) + args.later;
        const next = { dueAt, left: args.left };
        const start = occurrenceOf(model, hand);
        expect(await store.moveTimerStart(hand.row, next, model.now)).toBe(start !== undefined);
        if (start === undefined) return;
        Object.assign(start, next, { freeAt: dueAt, owner: null, attempts: 0 });
        resolveSubject(model, timerStartSubject(start), model.now);
      },
    ),
  );

const retryTimerStart = fc.record({ pick: fc.nat(97), laterMs: fc.constantFrom(-500, 0, 1000, 4000) }).map((args) =>
  command(
    'retryTimerStart',
    args,
    (model) => model.hands.timerStarts.length > 0,
    async (model, { store }) => {
      const hand = newestFirst(model.hands.timerStarts, args.pick);
      const freeAt = model.now + args.laterMs;
      const subject = timerStartSubject(hand.row);
      const incident = makeIncident(model, { kind: 'start', subject, instanceId: null });
      const start = occurrenceOf(model, hand);
      const isHeard = start?.lease === hand.lease && start.owner !== null;
      const standing = isHeard ? putIncident(model, incident) : undefined;
      expect(await store.retryTimerStart(hand.row, freeAt, incident)).toEqual(standing);
      if (isHeard) Object.assign(start, { freeAt, owner: null });
    },
  ),
);

export const TIMER_COMMANDS: readonly { weight: number; arbitrary: fc.Arbitrary<StoreCommand> }[] = [
  { weight: 6, arbitrary: deploy },
  { weight: 4, arbitrary: moveTimerStart },
  { weight: 3, arbitrary: retryTimerStart },
];
