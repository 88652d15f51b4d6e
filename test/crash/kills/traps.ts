import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../support/random.ts';
import type { Disturbance } from '../load/load-run.ts';
import type { CrashNode } from '../world/crash-node.ts';
import type { CrashWorld } from '../world/crash-world.ts';
import type { KillPlan } from './kill-plan.ts';

/** So long at most a node works before a trap is set in it. */
const UNHURT_MS = 300;

/** A busy machine may keep a database from being reached in time: whoever runs a service starts it again then. */
const OPENINGS_IN_VAIN = 3;

/** Keeps every node up, and a trap in each of them for as long as there is to be killed. */
export function createTraps(world: CrashWorld, plan: KillPlan, random: Random, isKilling: () => boolean): Disturbance {
  const busy = new Set<CrashNode>();
  const trapped = new Set<CrashNode>();
  /** Whose trap may fall while nothing is in flight, and has not yet. */
  const idle = new Set<CrashNode>();
  const inVain = new Map<CrashNode, number>();
  let failure: string | undefined;

  /** Opens a bridge, and sees to it that it is killed. */
  async function boot(node: CrashNode): Promise<void> {
    trapped.delete(node);
    if (!isKilling()) return world.boot({}, node);
    const { trap: planned, time, mayBeIdle } = plan.nextTrap(idle.size);
    const trap = { ...planned, latestMs: Math.round(planned.latestMs * world.slowness) };
    trapped.add(node);
    if (mayBeIdle) idle.add(node);
    if (time === 'at the start') return world.boot({ trap }, node);
    await world.boot({}, node);
    await pause(random.below(UNHURT_MS));
    await node.setTrap(trap);
    if (time === 'at the end' && node.isUp) await node.close();
  }

  async function disarm(node: CrashNode): Promise<void> {
    await node.setTrap();
    trapped.delete(node);
  }

  async function busily(node: CrashNode, work: Promise<void>): Promise<void> {
    busy.add(node);
    try {
      await work;
      inVain.delete(node);
    } catch (error) {
      const times = (inVain.get(node) ?? 0) + 1;
      inVain.set(node, times);
      if (times >= OPENINGS_IN_VAIN) failure ??= `${node.name} was opened ${times} times in vain: ${String(error)}`;
    }
    busy.delete(node);
    idle.delete(node);
  }

  return {
    get times() {
      return plan.kills;
    },
    get goesOn() {
      return isKilling();
    },
    get isOver() {
      return !isKilling() && busy.size === 0 && trapped.size === 0 && world.nodes.every(({ isUp }) => isUp);
    },
    get failure() {
      return failure;
    },
    tend() {
      for (const node of world.nodes) {
        if (busy.has(node)) continue;
        if (!node.isUp) void busily(node, boot(node));
        else if (!isKilling() && trapped.has(node)) void busily(node, disarm(node));
      }
    },
  };
}
