import { expect } from 'vitest';
import type { Stage } from './stage.ts';

/** Suspends and activates instances on the stage, and watches who has something to do. */
export function suspensionOn(stage: Stage) {
  /** Whoever has something to do, suspended or not, as `account:nodeId`. */
  async function openTasks(instanceId: string): Promise<string[]> {
    const tasks = await stage.world.bridge.tasks.list({ instanceId });
    return tasks
      .filter(({ state }) => state === 'IN_PROGRESS' || state === 'SUSPENDED')
      .map(({ handlers, nodeId }) => `${handlers.join(',')}:${nodeId}`)
      .toSorted();
  }

  async function suspend(instanceId: string): Promise<void> {
    expect(await stage.world.bridge.suspend(instanceId)).toMatchObject({ kind: 'applied' });
  }

  async function activate(instanceId: string): Promise<void> {
    expect(await stage.world.bridge.activate(instanceId)).toMatchObject({ kind: 'applied' });
    await stage.world.bridge.idle();
  }

  /** Nothing fires a millisecond too early, and everything at its time. */
  async function expectAfter(instanceId: string, waitMs: number, before: readonly string[], after: readonly string[]) {
    await stage.pass(waitMs - 1);
    expect(await openTasks(instanceId)).toEqual(before);
    await stage.pass(1);
    expect(await openTasks(instanceId)).toEqual(after);
  }

  return { openTasks, suspend, activate, expectAfter };
}
