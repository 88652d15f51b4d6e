import type { StoryStep } from './snapshot-story.ts';

/** How the snapshot of a fixture came to be. Read when a new one is written, never when one is recovered. */
export interface SnapshotRecipe {
  /** Of the fixture file. A snapshot of a later version gets a name of its own. */
  readonly name: string;
  /** What stands half-way in it. */
  readonly about: string;
  readonly xml: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** From the start to the snapshot. */
  readonly before: readonly StoryStep[];
  /** From the snapshot to the end. */
  readonly after: readonly StoryStep[];
}
