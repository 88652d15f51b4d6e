import { refuse } from '../../plugin/apply/press/verdicts.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { PressRow, Store } from '../../store/store.ts';
import type { Catalogue } from '../../texts/catalogue.ts';

/** Identifies a press that is sent more than once. */
export interface ReplayedPress {
  readonly taskId: string;
  readonly action?: string | undefined;
  readonly replay?: { readonly uuid: string; readonly fingerprint: string } | undefined;
}

export interface ReplayKeys {
  /** Returns the stored verdict of the same press; refuses another press with the same key. */
  findEarlier(press: ReplayedPress): Promise<Verdict | undefined>;
  /** Stores a refusal, so that a repeat gets the same answer. Of two concurrent presses the first one counts. */
  storeRefusal(press: ReplayedPress, verdict: Verdict): Promise<Verdict>;
  /** The row that a step commits together with its changes; undefined for a press without a replay key. */
  rowOf(press: ReplayedPress, actionKey: string, verdict: Verdict): PressRow | undefined;
}

/** Stores presses by uuid, task and button: a repeat gets exactly the same answer. */
export function createReplayKeys(store: Store, texts: Catalogue, clock: () => number): ReplayKeys {
  const keys: ReplayKeys = {
    async findEarlier({ replay, taskId, action }) {
      if (!replay || action === undefined) return undefined;
      const earlier = await store.getPress({ uuid: replay.uuid, taskId, actionKey: action });
      if (!earlier) return undefined;
      if (earlier.fingerprint !== replay.fingerprint) return refuse('keyReused', texts);
      const { kind, message } = earlier.verdict;
      return { kind: kind === 'applied' ? 'duplicate' : kind, message };
    },
    async storeRefusal(press, verdict) {
      const row = press.action === undefined ? undefined : keys.rowOf(press, press.action, verdict);
      if (!row) return verdict;
      await store.putPress(row);
      return (await keys.findEarlier(press)) ?? verdict;
    },
    rowOf: ({ replay, taskId }, actionKey, verdict) => replay && { ...replay, taskId, actionKey, verdict, at: clock() },
  };
  return keys;
}
