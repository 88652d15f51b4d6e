import type { Random } from '../../support/random.ts';
import {
  AT_RANDOM,
  CHECKPOINTS,
  type Checkpoint,
  CLOSING,
  IDLE,
  type Landing,
  OPENED,
  OPENING,
  type Trap,
  type Work,
} from './checkpoints.ts';

/** Where processes are killed from without, every machine at once; what the name says is in flight. */
export const OUTSIDE = ['report sent', 'report done', 'press sent', 'press done'] as const;
export type Outside = (typeof OUTSIDE)[number];

const OUTSIDE_WORK: Readonly<Record<Outside, Work>> = {
  'report sent': { steps: 0, jobs: 0, deliveries: 1 },
  'report done': { steps: 0, jobs: 0, deliveries: 1 },
  'press sent': { steps: 1, jobs: 0, deliveries: 0 },
  'press done': { steps: 1, jobs: 0, deliveries: 0 },
};

type Place = Checkpoint | Outside;

/** Decides where the next kill is to land, the least hit place first, and keeps count. */
export interface KillPlan {
  readonly kills: number;
  /** @param idle kills that are planned where nothing need be in flight, and have not landed yet */
  nextTrap(idle: number): PlannedTrap;
  /** Now and then every machine is killed from without. */
  nextOutside(): Outside | undefined;
  landed(landing: Landing): void;
  landedOutside(place: Outside): void;
  /** Share of the kills with a step, a job or a delivery in flight. */
  readonly shareAtWork: number;
  /** Places hit less often than that. */
  rarerThan(hits: number): string[];
  /** A line for each place: how often it was hit, and what was in flight. */
  table(): string;
}

export interface PlannedTrap {
  readonly trap: Trap;
  /** `at the start`: to be set before the bridge opens; `at the end`: the bridge is to be closed then. */
  readonly time: 'at the start' | 'at work' | 'at the end';
  /** Whether nothing need be in flight where it falls. */
  readonly mayBeIdle: boolean;
}

interface Hits {
  kills: number;
  atWork: number;
  steps: number;
  jobs: number;
  deliveries: number;
}

/** Places that are tried together. */
const TOGETHER = 12;

/** Every place is to be hit so often: those that are not come first, alone, and with more time to be passed. */
export const ENOUGH = 5;

/** Of so many kills one may land where nothing is in flight: more traps are not set there. */
const IDLE_ONE_IN = 5;

export function createKillPlan(random: Random): KillPlan {
  const places = new Map<Place, Hits>();
  const known: readonly Place[] = [...CHECKPOINTS, ...IDLE, AT_RANDOM, ...OUTSIDE];
  for (const place of known) {
    places.set(place, { kills: 0, atWork: 0, steps: 0, jobs: 0, deliveries: 0 });
  }
  const hitsOf = (place: Place): Hits => places.get(place) as Hits;
  const total = (of: (hits: Hits) => number) => [...places.values()].reduce((sum, hits) => sum + of(hits), 0);

  /** The least hit first, in any order among those hit as often. */
  function byHits<Some extends Place>(among: readonly Some[]): Some[] {
    const drawn = among.map((place) => ({ place, order: hitsOf(place).kills + random.below(1_000) / 1_000 }));
    return drawn.toSorted((one, other) => one.order - other.order).map(({ place }) => place);
  }

  function count(place: Place, work: Work): void {
    const hits = hitsOf(place);
    hits.kills += 1;
    hits.steps += work.steps;
    hits.jobs += work.jobs;
    hits.deliveries += work.deliveries;
    if (work.steps + work.jobs + work.deliveries > 0) hits.atWork += 1;
  }

  return {
    get kills() {
      return total(({ kills }) => kills);
    },
    nextTrap(idle) {
      const draw = random.below(10);
      const idleOnes = total(({ kills, atWork }) => kills - atWork) + idle + 1;
      const idlePlaces = [OPENING, OPENED, CLOSING][draw];
      const mayBeIdle = idlePlaces !== undefined && idleOnes * IDLE_ONE_IN <= total(({ kills }) => kills);
      if (mayBeIdle) {
        // The bridge passes them at once, so the trap is small.
        const checkpoints = byHits(idlePlaces).slice(0, 1);
        const trap = { checkpoints, skip: 0, turns: 1 + random.below(10), latestMs: 3_000 };
        return { time: idlePlaces === CLOSING ? 'at the end' : 'at the start', trap, mayBeIdle };
      }
      const rare = CHECKPOINTS.filter((place) => hitsOf(place).kills < ENOUGH);
      const checkpoints = byHits(rare.length > 0 ? rare : CHECKPOINTS).slice(0, TOGETHER);
      const isSteered = rare.length > 0 && rare.length <= TOGETHER;
      const skip = isSteered ? 0 : random.below(3);
      const latestMs = isSteered ? 5_000 + random.below(5_000) : 500 + random.below(3_000);
      const trap = { checkpoints, skip, turns: 1 + random.below(80), latestMs };
      return { time: draw < 1 ? 'at the start' : 'at work', trap, mayBeIdle };
    },
    nextOutside: () => (random.below(12) === 0 ? byHits(OUTSIDE)[0] : undefined),
    landed: ({ checkpoint, work }) => count(checkpoint, work),
    landedOutside: (place) => count(place, OUTSIDE_WORK[place]),
    get shareAtWork() {
      return (
        total(({ atWork }) => atWork) /
        Math.max(
          1,
          total(({ kills }) => kills),
        )
      );
    },
    rarerThan: (hits) => [...places].filter(([, { kills }]) => kills < hits).map(([place]) => place),
    table() {
      const lines = [...places].map(([place, { kills, atWork, steps, jobs, deliveries }]) =>
        [place.padEnd(24), ...[kills, atWork, steps, jobs, deliveries].map((cell) => `${cell}`.padStart(12))].join(''),
      );
      const head = [
        'killed'.padEnd(24),
        ...['kills', 'at work', 'steps', 'jobs', 'deliveries'].map((cell) => cell.padStart(12)),
      ];
      return [head.join(''), ...lines].join('\n');
    },
  };
}
