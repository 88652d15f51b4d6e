import { refuse } from '../../plugin/apply/verdicts.ts';
import type { Verdict } from '../../protocol/verdict.ts';
import type { PressRow, Store } from '../../store/port.ts';
import type { Catalogue } from '../../texts/catalogue.ts';

/** What names a press that comes in more than once. */
export interface ReplayedPress {
  readonly taskId: string;
  readonly action?: string | undefined;
  readonly replay?: { readonly uuid: string; readonly fingerprint: string } | undefined;
}

export interface ReplayKeys {
  /** The verdict of the same press before, or of another press under its key. */
  findEarlier(press: ReplayedPress): Promise<Verdict | undefined>;
  /** Keeps a refusal, so that a repeat hears the same. Of two presses that race the first counts. */
  keepRefusal(press: ReplayedPress, verdict: Verdict): Promise<Verdict>;
  /** The row a step commits with what the press did; undefined for a press without a replay key. */
  rowOf(press: ReplayedPress, actionKey: string, verdict: Verdict): PressRow | undefined;
}

/** Remembers presses by uuid, task and button (design, Callbacks): a repeat gets the first answer again, word for word. */
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
    async keepRefusal(press, verdict) {
      const row = press.action === undefined ? undefined : keys.rowOf(press, press.action, verdict);
      if (!row) return verdict;
      await store.putPress(row);
      return (await keys.findEarlier(press)) ?? verdict;
    },
    rowOf: ({ replay, taskId }, actionKey, verdict) => replay && { ...replay, taskId, actionKey, verdict, at: clock() },
  };
  return keys;
}
