import { createKeptEngines, type KeptEngines } from './inner/plugin.ts';

/** Engines that stay alive, but for every `nth` step: that one is recovered from the snapshot, as after a restart. */
export function createMixedEngines(nth: number): KeptEngines {
  const engines = createKeptEngines();
  let steps = 0;
  return {
    take(...asked) {
      steps += 1;
      const kept = engines.take(...asked);
      return steps % nth === 0 ? undefined : kept;
    },
    keep: engines.keep,
  };
}
