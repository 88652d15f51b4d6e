import { useId, useRef, useState } from 'preact/hooks';
import type { ListName } from '../../../operations/lists.ts';
import {
  isPossible,
  OPERATIONS,
  type OperationName,
  operationsOn,
  type Stated,
  verbOf,
} from '../../../operations/operations.ts';
import { toFailure } from '../../../page/data/call-json.ts';
import { useAnnounce } from '../../../page/parts/live-region.tsx';
import type { BulkAnswer } from '../../answers.ts';
import { callAdmin } from '../data/call-admin.ts';
import { useMe } from '../data/me.tsx';
import { useTexts } from '../texts/use-texts.ts';
import { OperationForm, Problem } from './operation-form.tsx';

interface OperationsProps {
  readonly on: ListName;
  readonly row: Stated;
  readonly id: string | number;
  /** What it is done to, for its name to those who do not see where the button is. */
  readonly subject: string;
  readonly onDone: () => void;
}

/** A button for everything that can be done to a row, by its state and by what the person may do. */
export function Operations({ on, row, ...rest }: OperationsProps) {
  return operationsOn(on)
    .filter((name) => isPossible(name, row))
    .map((name) => <Operation key={name} name={name} {...rest} />);
}

interface OperationProps extends Pick<OperationsProps, 'id' | 'subject' | 'onDone'> {
  readonly name: OperationName;
}

function Operation({ name, id, subject, onDone }: OperationProps) {
  const { data: me } = useMe();
  const { operations: texts } = useTexts();
  const announce = useAnnounce();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const text = texts.names[name];
  const { right, on, options } = OPERATIONS[name];
  const isDanger = 'destroys' in OPERATIONS[name];
  const isAsked = isDanger || Object.keys(options).length > 0;
  if (me?.[right] !== true) return null;
  const run = async (given: object) => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await callAdmin(`${on}/${encodeURIComponent(id)}/${verbOf(name)}`, given);
      dialogRef.current?.close();
      announce(texts.done(text));
    } catch (error) {
      const said = texts.failed(text, toFailure(error).message);
      setProblem(said);
      announce(said);
    }
    setIsBusy(false);
    onDone();
  };
  const ask = () => {
    setIsOpen(true);
    setProblem(undefined);
    dialogRef.current?.showModal();
  };
  return (
    <>
      <button
        type="button"
        class={`button is-small${isDanger ? ' is-danger' : ''}`}
        aria-label={`${text}: ${subject}`}
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => (isAsked ? ask() : void run({}))}
      >
        {text}
      </button>
      {isAsked ? (
        <dialog ref={dialogRef} class="dialog" aria-labelledby={titleId} onClose={() => setIsOpen(false)}>
          {isOpen ? (
            <OperationForm
              {...{ name, titleId, problem, isBusy }}
              title={`${text}: ${subject}`}
              onSubmit={(given) => void run(given)}
              onProblem={setProblem}
              onCancel={() => dialogRef.current?.close()}
            />
          ) : null}
        </dialog>
      ) : (
        <Problem text={problem} />
      )}
    </>
  );
}

interface SeveralProps {
  readonly name: OperationName;
  /** That of the list, as its query. */
  readonly filter: Readonly<Record<string, string>>;
  readonly onDone: () => void;
}

/** An operation on all rows that a filter leaves: says how many first, and then what became of them. */
export function OperationOnSeveral({ name, filter, onDone }: SeveralProps) {
  const { data: me } = useMe();
  const texts = useTexts();
  const { operations: words } = texts;
  const announce = useAnnounce();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // With the filter that it counts: that of the address may change while the dialog asks.
  const [found, setFound] = useState<BulkAnswer & { readonly filter: SeveralProps['filter'] }>();
  const [said, setSaid] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const text = words.names[name];
  const { right, on } = OPERATIONS[name];
  const isDanger = 'destroys' in OPERATIONS[name];
  const isForAll = 'mayBeAll' in OPERATIONS[name];
  if (me?.[right] !== true) return null;
  const call = (body: object) => callAdmin<BulkAnswer>(`${on}/${verbOf(name)}`, body);
  const fail = (error: unknown) => {
    const failure = words.failed(text, toFailure(error).message);
    setProblem(failure);
    announce(failure);
  };
  const ask = async () => {
    setFound(undefined);
    setProblem(undefined);
    setSaid(undefined);
    dialogRef.current?.showModal();
    await call({ filter, dryRun: true }).then((answer) => setFound({ ...answer, filter }), fail);
  };
  const run = async (options: object, chosen: SeveralProps['filter']) => {
    setIsBusy(true);
    setProblem(undefined);
    let [done, left] = [0, 0];
    let after: string | null = null;
    try {
      do {
        const part: BulkAnswer = await call({ filter: chosen, options, ...(after !== null && { after }) });
        done += part.count;
        left += part.left;
        after = part.next;
        setSaid(words.outcome(text, done, left));
      } while (after !== null);
      announce(words.outcome(text, done, left));
      dialogRef.current?.close();
    } catch (error) {
      fail(error);
    }
    setIsBusy(false);
    onDone();
  };
  return (
    <>
      <button
        type="button"
        class={`button is-small${isDanger ? ' is-danger' : ''}`}
        disabled={isBusy}
        onClick={() => void (isForAll ? run({}, filter) : ask())}
      >
        {words.several(text)}
      </button>
      {said === undefined ? null : <p class="hint">{said}</p>}
      {isForAll ? <Problem text={problem} /> : null}
      <dialog ref={dialogRef} class="dialog" aria-labelledby={titleId} onClose={() => setFound(undefined)}>
        {found === undefined ? (
          <>
            <h2 id={titleId}>{words.several(text)}</h2>
            {problem === undefined ? <p>{texts.loading}</p> : <Problem text={problem} />}
            <div class="dialog-buttons">
              <button type="button" class="button" onClick={() => dialogRef.current?.close()}>
                {words.cancel}
              </button>
            </div>
          </>
        ) : (
          <OperationForm
            {...{ name, titleId, problem, isBusy }}
            title={words.count(text, `${found.count}${found.next === null ? '' : '+'}`)}
            onSubmit={(options) => void run(options, found.filter)}
            onProblem={setProblem}
            onCancel={() => dialogRef.current?.close()}
          >
            <p>{words.severalHint(found.left)}</p>
          </OperationForm>
        )}
      </dialog>
    </>
  );
}
