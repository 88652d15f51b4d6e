import { beforeAll, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { type Break, type Observed, observe, type Setting } from './broken-client.ts';

/**
 * One broken rule by its name. `caught` is what the sandbox says of it, or `shown`: it says nothing of it, and the story
 * has another picture.
 */
export type Mutation = readonly [name: string, breakCall: Break, caught: string];

/** A test for each mutation: the story is told with it, and it is caught in the way that is named. */
export function catchMutations(
  options: () => SandboxOptions,
  tell: (setting: Setting) => Promise<unknown>,
  mutations: readonly Mutation[],
): void {
  let sound: Observed;
  beforeAll(async () => {
    sound = await observe(options(), tell);
  });

  it('has a name of its own for each', () => {
    expect(new Set(mutations.map(([name]) => name)).size).toBe(mutations.length);
  });

  it.each(mutations)('%s', async (_name, breakCall, caught) => {
    const { picture, complaints, brokenCalls } = await observe(options(), tell, breakCall);
    expect(brokenCalls).toBeGreaterThan(0);
    expect(picture).not.toEqual(sound.picture);
    if (caught === 'shown') expect(complaints).toEqual(sound.complaints);
    // More often than in the sound story: something may be wrong with that anyway.
    else expect(timesSaid(complaints, caught)).toBeGreaterThan(timesSaid(sound.complaints, caught));
  });
}

function timesSaid(complaints: readonly string[], words: string): number {
  return complaints.filter((complaint) => complaint.includes(words)).length;
}
