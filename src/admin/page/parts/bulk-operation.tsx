import { useId, useRef, useState } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { BulkAnswer, BulkRequest } from '../../answers.ts';
import { callAdmin, toFailure } from '../data/call-admin.ts';
import { useMe } from '../data/me.tsx';
import { useTexts } from '../texts/use-texts.ts';

interface BulkOperationProps {
  readonly operation: BulkRequest['operation'];
  readonly filter: BulkRequest['filter'];
  /** How many rows there are now. */
  readonly count: number;
  readonly label: string;
  readonly onDone: () => void;
}

/** Retries or skips many rows: says how many first, and then what became of them. Who skips has to say why. */
export function BulkOperation({ operation, filter, count, label, onDone }: BulkOperationProps) {
  const { data: me } = useMe();
  const texts = useTexts();
  const announce = useAnnounce();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const reasonId = useId();
  const [reason, setReason] = useState('');
  const [said, setSaid] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  if (me?.mayOperate !== true || count === 0) return said === undefined ? null : <p class="hint">{said}</p>;
  const isSkip = operation.endsWith('.skip');
  const name = isSkip ? texts.operations.skip : texts.operations.retry;
  const run = async () => {
    setIsBusy(true);
    let [done, left] = [0, 0];
    let after: string | null = null;
    try {
      do {
        const request: BulkRequest = {
          ...{ operation, filter },
          ...(isSkip && { reason }),
          ...(after !== null && { after }),
        };
        const part: BulkAnswer = await callAdmin<BulkAnswer>('bulk', request);
        done += part.done;
        left += part.left;
        after = part.next;
        setSaid(texts.bulk.running(done + left, Math.max(count, done + left)));
      } while (after !== null);
      const outcome = isSkip ? texts.bulk.skipped(done, left) : texts.bulk.done(done, left);
      setSaid(outcome);
      announce(outcome);
      setReason('');
    } catch (error) {
      const { message } = toFailure(error);
      setSaid(texts.operations.failed(name, message));
      announce(texts.operations.failed(name, message));
    }
    setIsBusy(false);
    dialogRef.current?.close();
    onDone();
  };
  return (
    <>
      <button
        type="button"
        class={`button${isSkip ? ' is-danger' : ''}`}
        disabled={isBusy}
        onClick={() => dialogRef.current?.showModal()}
      >
        {label} …
      </button>
      {said === undefined ? null : <p class="hint">{said}</p>}
      <dialog ref={dialogRef} class="dialog" aria-labelledby={titleId}>
        <form
          method="dialog"
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          <h2 id={titleId}>{label}?</h2>
          <p>{isSkip ? texts.bulk.skipHint : texts.bulk.hint}</p>
          {isSkip ? (
            <>
              <label for={reasonId}>{texts.operations.reason}</label>
              <textarea
                id={reasonId}
                class="field"
                rows={2}
                required
                value={reason}
                onInput={({ currentTarget }) => setReason(currentTarget.value)}
              />
            </>
          ) : null}
          <div class="dialog-buttons">
            <button type="button" class="button" onClick={() => dialogRef.current?.close()}>
              {texts.operations.cancel}
            </button>
            <button type="submit" class={`button ${isSkip ? 'is-danger' : 'is-primary'}`} disabled={isBusy}>
              {name}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
