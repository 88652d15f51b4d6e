import type { Catchable } from './event-maker.ts';
import { makeSigning } from './make-signing.ts';
import type { Maker, Want } from './maker.ts';
import { catching, caughtBy, joined, type Place, within } from './place.ts';
import type { Aside, Part, PartKind, Sub } from './shape.ts';

const MOST_ASIDES = 3;
const TASK: Part = { kind: 'task' };

/** @param edges what the events on its edge catch */
export function makeSub(maker: Maker, kind: Sub['kind'], place: Place, edges: Catchable, wants: readonly Want[]): Sub {
  const random = maker.random;
  const catchable = joined(place.catchable, edges);
  const loop = kind === 'multi' || (kind === 'call' && random.chance(0.2)) ? makeSigning(maker, 'multi') : undefined;
  const inner = within(place, catchable);
  const [aside, others] = [
    wants.filter((want) => want.kind === 'aside'),
    wants.filter((want) => want.kind !== 'aside'),
  ];
  // What it catches must be known before the rest is made.
  const beside = makeAsides(maker, inner, aside);
  const around = catching(inner, beside);
  const block = [
    ...beside,
    ...maker.makeInner(around, 1, others),
    ...makeThrowers(maker, joined(edges, caughtBy(beside))),
  ];
  const [first] = block;
  const startless = random.chance(0.25) && first !== undefined && BEGINNINGS.has(first.kind);
  const closing = random.chance(0.2) ? maker.events.makeThrown(around.catchable) : undefined;
  const apart = kind === 'call' && maker.sharing.chance(0.5);
  const { random: own } = maker.data;
  const passes = {
    ...{ way: own.pick(['all', 'named'] as const), turned: own.chance(0.4) },
    back: own.chance(0.6) && place.crowd === 'no',
  };
  const isolated = kind === 'call' && own.chance(0.45) && { passes };
  const late = kind === 'call' && own.chance(0.3) && { late: own.chance(0.7) ? [TASK] : [] };
  return {
    kind,
    block,
    startless,
    ...isolated,
    ...late,
    ...(apart && { apart }),
    ...(loop && { loop }),
    ...(closing && { closing }),
  };
}

/** The event sub-processes of a scope that is to have some; often one more than was asked for. */
function makeAsides(maker: Maker, place: Place, wants: readonly Want[]): (Aside | Sub)[] {
  const asides = wants.map(({ inside }) => makeAside(maker, place, inside));
  return asides.length > 0 && maker.random.chance(0.4) ? [...asides, makeAside(maker, place, [])] : asides;
}

/** An event sub-process of the scope; one that has several already gets a further scope for it. */
export function makeAside(maker: Maker, place: Place, wants: readonly Want[]): Aside | Sub {
  const random = maker.random;
  if (place.scope.asides >= MOST_ASIDES) {
    const inner = within(place, place.catchable);
    const aside = makeAside(maker, inner, wants);
    return { kind: 'sub', block: [aside, ...maker.makeInner(catching(inner, [aside]), 1, [])], startless: false };
  }
  place.scope.asides += 1;
  const kind = random.pick(['timer', 'message', 'signal', 'condition', 'error', 'escalation'] as const);
  const interrupting = kind === 'error' || random.chance(0.4);
  const event =
    kind === 'error' || kind === 'escalation'
      ? maker.events.makeCaught(kind)
      : interrupting
        ? maker.events.makeAwaited([kind])
        : maker.events.makeBesideOf(kind === 'timer' && random.chance(0.7) ? 'cycle' : kind);
  // One that hears every escalation of its scope, its own too, would set itself off.
  const hearsItself = kind === 'escalation' && !interrupting && !('code' in event);
  const inner = within(place, hearsItself ? { ...place.catchable, escalations: [] } : place.catchable);
  return { kind: 'aside', event, interrupting, block: maker.makeInner(inner, 1, wants) };
}

/** What throws that which was just said to be caught. */
export function makeThrowers(maker: Maker, catchable: Catchable): Part[] {
  const closing = maker.random.chance(0.7) ? maker.events.makeCaughtEnd(catchable) : undefined;
  if (!closing) return [];
  if (closing.kind === 'escalation' && maker.random.chance(0.6)) return [{ kind: 'throw', event: closing }];
  const routing = { by: 'button', fallback: false, language: 'juel', lead: true, merge: false } as const;
  const branches = [
    { ends: false, block: [] },
    { ends: true, block: [], closing },
  ];
  return [{ kind: 'choice', ...routing, branches }];
}

/** Parts whose first node nothing leads to, where no start event does. */
const BEGINNINGS: ReadonlySet<PartKind> = new Set([
  'task',
  'service',
  'services',
  'sign',
  'catch',
  'receive',
  'sub',
  'multi',
  'call',
  'edge',
]);
