import { useId, useRef, useState } from 'preact/hooks';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import { callAdmin, toFailure } from '../data/call-admin.ts';
import { useMe } from '../data/me.tsx';
import { useTexts } from '../texts/use-texts.ts';

export type OperationName =
  | 'suspend'
  | 'activate'
  | 'terminate'
  | 'force'
  | 'retry'
  | 'skip'
  | 'acknowledge'
  | 'resolve'
  | 'now';

/** `ask`: a dialog first; `reason`: it must give a reason. Default: at once. */
const QUESTIONS: Readonly<Record<OperationName, 'ask' | 'reason' | undefined>> = {
  suspend: 'ask',
  activate: 'ask',
  terminate: 'ask',
  force: 'reason',
  retry: undefined,
  skip: 'reason',
  acknowledge: 'reason',
  resolve: 'reason',
  now: undefined,
};

interface OperationProps {
  readonly name: OperationName;
  /** Below `-/`, with encoded segments. */
  readonly path: string;
  /** What it is done to, for its name to those who do not see where the button is. */
  readonly subject: string;
  /** Default: the name of the operation. */
  readonly label?: string;
  readonly onDone: () => void;
}

/** A button that changes something; absent for people who may only look. */
export function Operation({ name, path, subject, label, onDone }: OperationProps) {
  const { data: me } = useMe();
  const { operations: texts } = useTexts();
  const announce = useAnnounce();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const reasonId = useId();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [reason, setReason] = useState('');
  const text = label ?? texts[name];
  const question = QUESTIONS[name];
  if (me?.mayOperate !== true) return null;
  const run = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const verdict = await callAdmin<{ kind?: string; message?: string }>(path, reason === '' ? {} : { reason });
      if (verdict.kind !== undefined && verdict.kind !== 'applied') throw new Error(verdict.message ?? verdict.kind);
      dialogRef.current?.close();
      announce(texts.done(text));
      setReason('');
    } catch (error) {
      const why = error instanceof Error ? error.message : toFailure(error).message;
      setFailure(texts.failed(text, why));
      announce(texts.failed(text, why));
    }
    setIsBusy(false);
    onDone();
  };
  const isDanger = name === 'terminate' || name === 'force' || name === 'skip';
  return (
    <>
      <button
        type="button"
        class={`button is-small${isDanger ? ' is-danger' : ''}`}
        aria-label={`${text}: ${subject}`}
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => (question === undefined ? void run() : dialogRef.current?.showModal())}
      >
        {text}
      </button>
      {question === undefined ? (
        <Problem text={failure} />
      ) : (
        <dialog ref={dialogRef} class="dialog" aria-labelledby={titleId}>
          <form
            method="dialog"
            onSubmit={(event) => {
              event.preventDefault();
              void run();
            }}
          >
            <h2 id={titleId}>
              {text}: {subject}
            </h2>
            <p>{texts.ask[name]}</p>
            <label for={reasonId}>{texts.reason}</label>
            <textarea
              id={reasonId}
              class="field"
              rows={2}
              required={question === 'reason'}
              value={reason}
              onInput={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <Problem text={failure} />
            <div class="dialog-buttons">
              <button type="button" class="button" onClick={() => dialogRef.current?.close()}>
                {texts.cancel}
              </button>
              <button type="submit" class={`button ${isDanger ? 'is-danger' : 'is-primary'}`} disabled={isBusy}>
                {text}
              </button>
            </div>
          </form>
        </dialog>
      )}
    </>
  );
}

function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}
