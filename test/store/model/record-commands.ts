import fc from 'fast-check';
import { expect } from 'vitest';
import type { IncidentRetry, MessageSettlement } from '../../../src/store/port.ts';
import { timerStartSubject } from '../../../src/store/timer-start-subject.ts';
import { aMessage } from '../rows.ts';
import { isOnNobodysHands, makeIncident, putIncident } from './apply-step.ts';
import { command, type StoreCommand } from './command.ts';
import { newestFirst } from './job-commands.ts';
import { type Model, pickBy, withoutLease } from './model.ts';

const laterMs = fc.constantFrom(-500, 0, 1000, 4000);

/** Also one whose id another has. */
const putMessage = fc.record({ pick: fc.nat(97), isAgain: fc.boolean(), laterMs }).map((args) =>
  command(
    'putMessage',
    args,
    () => true,
    async (model, { store }) => {
      model.made += 1;
      const isAgain = args.isAgain && model.messages.size > 0;
      const sendId = isAgain ? pickBy(model.messages.keys(), args.pick) : `m-${model.made}`;
      const message = aMessage(sendId, { dueAt: model.now + args.laterMs, nodeId: `n-${model.made}` });
      const standing = await store.putMessage(message);
      if (!isAgain) model.messages.set(sendId, { ...message, freeAt: message.dueAt, owner: null, lease: 0 });
      expect(standing).toEqual(messageOf(model, sendId));
    },
  ),
);

function messageOf(model: Model, sendId: string): unknown {
  const message = model.messages.get(sendId);
  return message && withoutLease(message);
}

const state = fc.constantFrom('sent' as const, 'partial' as const, 'parked' as const, 'pending' as const);

function makeSettlement(name: MessageSettlement['state'], at: number, later: number): MessageSettlement {
  if (name === 'sent') return { state: name, at, problems: [], reason: null };
  if (name === 'partial')
    return { state: name, at, problems: [{ field: 'toPersons', reason: 'left' } as never], reason: 'some' };
  if (name === 'parked') return { state: name, at, refusals: 3, reason: 'refused' };
  return { state: name, dueAt: at + later, refusals: 2, reason: 'not now' };
}

const settleMessage = fc.record({ pick: fc.nat(97), state, laterMs }).map((args) =>
  command(
    'settleMessage',
    args,
    (model) => model.hands.messages.length > 0,
    async (model, { store }) => {
      const hand = newestFirst(model.hands.messages, args.pick);
      const message = model.messages.get(hand.row.sendId);
      const isHeard = message?.lease === hand.lease && message.state === 'pending' && message.owner !== null;
      const settlement = makeSettlement(args.state, model.now, args.laterMs);
      expect(await store.settleMessage(hand.row, settlement)).toBe(isHeard);
      if (!isHeard) return;
      const { at, ...changes } = { at: null, ...settlement };
      const freeAt = settlement.state === 'pending' ? settlement.dueAt : null;
      Object.assign(message, changes, { freeAt, owner: null });
      if (settlement.state === 'sent' || settlement.state === 'partial') message.sentAt = at;
    },
  ),
);

const stale = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });

const retryMessage = fc.record({ pick: fc.nat(97), stale }).map((args) =>
  command(
    'retryMessage',
    args,
    (model) => model.messages.size > 0,
    async (model, { store }) => {
      const message = pickBy(model.messages.values(), args.pick);
      const isHeard = message.state === 'parked' && args.stale === 0;
      const { sendId, attempts } = message;
      expect(await store.retryMessage({ sendId, attempts: attempts - args.stale }, { at: model.now })).toBe(isHeard);
      if (isHeard) Object.assign(message, { state: 'pending', refusals: 0, dueAt: model.now, freeAt: model.now });
    },
  ),
);

const skipMessage = fc.record({ pick: fc.nat(97), stale }).map((args) =>
  command(
    'skipMessage',
    args,
    (model) => model.messages.size > 0,
    async (model, { store }) => {
      const message = pickBy(model.messages.values(), args.pick);
      const isFree = message.state === 'parked' || isOnNobodysHands(message, model.now);
      const read = { sendId: message.sendId, attempts: message.attempts - args.stale };
      const isHeard = isFree && args.stale === 0;
      expect(await store.skipMessage(read, { at: model.now, reason: 'given up' })).toBe(isHeard);
      if (isHeard) Object.assign(message, { state: 'skipped', reason: 'given up', freeAt: null, owner: null });
    },
  ),
);

/** Also of a task that is closed since the press was begun. */
const failPress = fc.record({ pick: fc.nat(97), code: fc.nat(1) }).map((args) =>
  command(
    'failPress',
    args,
    (model) => model.tasks.size > 0,
    async (model, { store }) => {
      const { taskId, instanceId, isOpen } = pickBy(model.tasks.values(), args.pick);
      const code = args.code === 0 ? 'ERR_STEP_FAILED' : 'ERR_SERVICE_FAILED';
      const incident = { ...makeIncident(model, { kind: 'press', subject: taskId, instanceId }), code };
      expect(await store.failPress(incident)).toEqual(isOpen ? putIncident(model, incident) : undefined);
    },
  ),
);

const retryIncident = fc.nat(97).map((pick) =>
  command(
    'retryIncident',
    pick,
    (model) => model.incidents.size > 0,
    async (model, { store }) => {
      const incident = pickBy(model.incidents.values(), pick);
      const isOpen = incident.resolvedAt === null;
      const kind = !isOpen ? 'resolved' : incident.kind === 'press' ? 'press' : 'retried';
      expect(await store.retryIncident(incident.incidentId, model.now)).toEqual({ kind, incident } as IncidentRetry);
      if (kind === 'retried') makeDue(model, incident.subject);
      expect(await store.retryIncident('of nothing', model.now)).toEqual({ kind: 'unknown' });
    },
  ),
);

/** Due now, unless somebody is just trying it. */
function makeDue(model: Model, subject: string): void {
  const { now } = model;
  const job = model.jobs.get(subject);
  if (job?.state === 'failed') Object.assign(job, { state: 'queued', dueAt: now, freeAt: now });
  else if (job?.state === 'queued' && isOnNobodysHands({ ...job, state: 'pending' }, now)) {
    Object.assign(job, { dueAt: now, freeAt: now });
  }
  for (const row of model.timerStarts.values()) {
    const isTime = row.dueAt !== null && row.dueAt <= now;
    if (timerStartSubject(row) === subject && isTime && row.owner === null) row.freeAt = now;
  }
  const instance = model.instances.get(subject);
  const wakeAt = instance?.row.wakeAt ?? null;
  const isTime = instance?.row.status === 'running' && wakeAt !== null && wakeAt <= now;
  if (instance && isTime && instance.wake.owner === null) instance.wake.freeAt = now;
}

export const RECORD_COMMANDS: readonly { weight: number; arbitrary: fc.Arbitrary<StoreCommand> }[] = [
  { weight: 2, arbitrary: putMessage },
  { weight: 4, arbitrary: settleMessage },
  { weight: 1, arbitrary: retryMessage },
  { weight: 1, arbitrary: skipMessage },
  { weight: 2, arbitrary: failPress },
  { weight: 2, arbitrary: retryIncident },
];
