import type { CompiledDefinition } from './compile-definition.ts';
import type { StepEngine } from './engine/step-engine.ts';

/** An engine that stays alive after a step. */
export interface KeptEngine {
  readonly definition: CompiledDefinition;
  readonly engine: StepEngine;
  /** The snapshot of its instance as it was written after the step. */
  readonly snapshot: string;
  /** The same without the state of the engine. */
  readonly rest: string;
  /** What the engine needs for the next step. */
  readonly nodeIds: ReadonlySet<string>;
}

/**
 * Engines that stay alive between two steps of their instances, so that the next step need not recover one. They decide
 * nothing: an engine is used only if the stored snapshot is, to the letter, the one that it wrote, and then only by one step,
 * which takes it out and puts it back if it succeeds. So after a lost race, a step that failed or was not committed, or a
 * step on another node, the instance is recovered from its snapshot, as it always is after a restart.
 */
export interface KeptEngines {
  /** Takes out the engine of an instance; undefined if there is none in just this state. */
  take(instanceId: string, definition: CompiledDefinition, snapshot: string): KeptEngine | undefined;
  /** Least recently used ones are dropped. */
  keep(instanceId: string, kept: KeptEngine): void;
}

/** About 20 MB: a node with its flows, brokers and queues has about 90 KB, and an engine as much as two nodes. */
const MAX_NODES = 200;
const NODES_OF_ENGINE = 2;

/** @param maxNodes the bound of their memory: nodes of all kept engines together, each engine counted as two more */
export function createKeptEngines(maxNodes = MAX_NODES): KeptEngines {
  // A Map iterates in insertion order.
  const engines = new Map<string, KeptEngine>();
  let nodes = 0;

  function remove(instanceId: string): KeptEngine | undefined {
    const kept = engines.get(instanceId);
    if (kept === undefined) return undefined;
    engines.delete(instanceId);
    nodes -= kept.engine.slice.size + NODES_OF_ENGINE;
    return kept;
  }

  return {
    take(instanceId, definition, snapshot) {
      const kept = remove(instanceId);
      return kept?.definition === definition && kept.snapshot === snapshot ? kept : undefined;
    },
    keep(instanceId, kept) {
      remove(instanceId);
      engines.set(instanceId, kept);
      nodes += kept.engine.slice.size + NODES_OF_ENGINE;
      for (const oldest of engines.keys()) {
        if (nodes <= maxNodes) break;
        remove(oldest);
      }
    },
  };
}
