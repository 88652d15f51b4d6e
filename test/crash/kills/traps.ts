import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../support/random.ts';
import type { Disturbance } from '../load/load-run.ts';
import type { CrashMachine } from '../world/crash-machine.ts';
import type { CrashWorld } from '../world/crash-world.ts';
import type { KillPlan } from './kill-plan.ts';

/** So long at most a machine works before a trap is set in it. */
const UNHURT_MS = 300;

/** A busy machine may keep a database from being reached in time: whoever runs a service starts it again then. */
const OPENINGS_IN_VAIN = 3;

/** Keeps every machine up, and a trap in each of them for as long as there is to be killed. */
export function createTraps(world: CrashWorld, plan: KillPlan, random: Random, isKilling: () => boolean): Disturbance {
  const busy = new Set<CrashMachine>();
  const trapped = new Set<CrashMachine>();
  /** Whose trap may fall while nothing is in flight, and has not yet. */
  const idle = new Set<CrashMachine>();
  const inVain = new Map<CrashMachine, number>();
  let failure: string | undefined;

  /** Opens a bridge, and sees to it that it is killed. */
  async function boot(machine: CrashMachine): Promise<void> {
    trapped.delete(machine);
    if (!isKilling()) return world.boot({}, machine);
    const { trap: planned, time, mayBeIdle } = plan.nextTrap(idle.size);
    const trap = { ...planned, latestMs: Math.round(planned.latestMs * world.slowness) };
    trapped.add(machine);
    if (mayBeIdle) idle.add(machine);
    if (time === 'at the start') return world.boot({ trap }, machine);
    await world.boot({}, machine);
    await pause(random.below(UNHURT_MS));
    await machine.setTrap(trap);
    if (time === 'at the end' && machine.isUp) await machine.close();
  }

  async function disarm(machine: CrashMachine): Promise<void> {
    await machine.setTrap();
    trapped.delete(machine);
  }

  async function busily(machine: CrashMachine, work: Promise<void>): Promise<void> {
    busy.add(machine);
    try {
      await work;
      inVain.delete(machine);
    } catch (error) {
      const times = (inVain.get(machine) ?? 0) + 1;
      inVain.set(machine, times);
      if (times >= OPENINGS_IN_VAIN) failure ??= `${machine.name} was opened ${times} times in vain: ${String(error)}`;
    }
    busy.delete(machine);
    idle.delete(machine);
  }

  return {
    get times() {
      return plan.kills;
    },
    get goesOn() {
      return isKilling();
    },
    get isOver() {
      return !isKilling() && busy.size === 0 && trapped.size === 0 && world.machines.every(({ isUp }) => isUp);
    },
    get failure() {
      return failure;
    },
    tend() {
      for (const machine of world.machines) {
        if (busy.has(machine)) continue;
        if (!machine.isUp) void busily(machine, boot(machine));
        else if (!isKilling() && trapped.has(machine)) void busily(machine, disarm(machine));
      }
    },
  };
}
