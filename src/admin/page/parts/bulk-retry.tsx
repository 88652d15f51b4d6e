import { useId, useRef, useState } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { BulkAnswer, BulkRequest } from '../../answers.ts';
import { callAdmin, toFailure } from '../data/call-admin.ts';
import { useMe } from '../data/me.tsx';
import { useTexts } from '../texts/use-texts.ts';

interface BulkRetryProps {
  readonly operation: BulkRequest['operation'];
  readonly filter: BulkRequest['filter'];
  /** How many rows there are now. */
  readonly count: number;
  readonly label: string;
  readonly onDone: () => void;
}

/** Retries many rows: says how many first, and then what became of them. */
export function BulkRetry({ operation, filter, count, label, onDone }: BulkRetryProps) {
  const { data: me } = useMe();
  const texts = useTexts();
  const announce = useAnnounce();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [said, setSaid] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  if (me?.mayOperate !== true || count === 0) return said === undefined ? null : <p class="hint">{said}</p>;
  const run = async () => {
    setIsBusy(true);
    let [done, left] = [0, 0];
    let after: string | null = null;
    try {
      do {
        const request: BulkRequest = { operation, filter, ...(after !== null && { after }) };
        const part: BulkAnswer = await callAdmin<BulkAnswer>('bulk', request);
        done += part.done;
        left += part.left;
        after = part.next;
        setSaid(texts.bulk.running(done + left, Math.max(count, done + left)));
      } while (after !== null);
      setSaid(texts.bulk.done(done, left));
      announce(texts.bulk.done(done, left));
    } catch (error) {
      const { message } = toFailure(error);
      setSaid(texts.operations.failed(texts.operations.retry, message));
      announce(texts.operations.failed(texts.operations.retry, message));
    }
    setIsBusy(false);
    dialogRef.current?.close();
    onDone();
  };
  return (
    <>
      <button type="button" class="button" disabled={isBusy} onClick={() => dialogRef.current?.showModal()}>
        {label} …
      </button>
      {said === undefined ? null : <p class="hint">{said}</p>}
      <dialog ref={dialogRef} class="dialog" aria-labelledby={titleId}>
        <h2 id={titleId}>{label}?</h2>
        <p>{texts.bulk.hint}</p>
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={() => dialogRef.current?.close()}>
            {texts.operations.cancel}
          </button>
          <button type="button" class="button is-primary" disabled={isBusy} onClick={() => void run()}>
            {texts.operations.retry}
          </button>
        </div>
      </dialog>
    </>
  );
}
