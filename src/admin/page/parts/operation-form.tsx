import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { type Field, type Fields, readField } from '../../../operations/field.ts';
import { OPERATIONS, type OperationName } from '../../../operations/operations.ts';
import type { DefinitionSummary } from '../../../store/store.ts';
import type { ListAnswer } from '../../answers.ts';
import { useMe } from '../data/me.tsx';
import { useOnce } from '../data/use-data.ts';
import { type OptionName, useTexts } from '../texts/use-texts.ts';

interface OperationFormProps {
  readonly name: OperationName;
  readonly title: string;
  readonly titleId: string;
  /** Between what the operation does and its options. */
  readonly children?: ComponentChildren;
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly onSubmit: (options: object) => void;
  readonly onProblem: (problem: string) => void;
  readonly onCancel: () => void;
}

/** What an operation does, and its options. */
export function OperationForm({ name, title, titleId, children, problem, isBusy, ...on }: OperationFormProps) {
  const texts = useTexts();
  const { operations: words } = texts;
  const { data: me } = useMe();
  const declared: Fields = OPERATIONS[name].options;
  const fields = Object.fromEntries(
    Object.entries(declared).filter(([, { right }]) => right === undefined || me?.[right] === true),
  );
  const isDanger = 'destroys' in OPERATIONS[name];
  const submit = (form: HTMLFormElement) => {
    try {
      on.onSubmit(readForm(form, fields, words.options));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      on.onProblem(error.message);
    }
  };
  return (
    <form
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <h2 id={titleId}>{title}</h2>
      <p>
        {words.asks[name]} {isDanger ? words.forGood : null}
      </p>
      {children}
      {Object.entries(fields).map(([option, field]) => (
        <Option key={option} name={option as OptionName} field={field} />
      ))}
      <Problem text={problem} />
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={on.onCancel}>
          {words.cancel}
        </button>
        <button type="submit" class={`button ${isDanger ? 'is-danger' : 'is-primary'}`} disabled={isBusy}>
          {words.names[name]}
        </button>
      </div>
    </form>
  );
}

function Option({ name, field: { kind, isRequired } }: { readonly name: OptionName; readonly field: Field }) {
  const { operations: words } = useTexts();
  const id = useId();
  const shared = { id, name, class: 'field', required: isRequired === true };
  if (kind === 'yes') {
    return (
      <label class="filter-flag">
        <input type="checkbox" name={name} />
        {words.options[name]}
      </label>
    );
  }
  return (
    <>
      <label for={id}>{words.options[name]}</label>
      {name === 'to' ? (
        <Definitions {...shared} />
      ) : kind === 'words' || kind === 'json' ? (
        <textarea {...shared} rows={kind === 'json' ? 4 : 2} />
      ) : (
        <input {...shared} type="text" />
      )}
    </>
  );
}

function Definitions(shared: { readonly id: string; readonly name: string; readonly class: string }) {
  const { data } = useOnce<ListAnswer<DefinitionSummary>>('definitions');
  return (
    <select {...shared}>
      {data?.rows
        .filter(({ undeployedAt }) => undeployedAt === null)
        .map(({ definitionId, processId }) => (
          <option key={definitionId} value={definitionId}>
            {processId} · {definitionId.slice(0, 12)}
          </option>
        ))}
    </select>
  );
}

/** @throws {RangeError} a value is none */
function readForm(form: HTMLFormElement, fields: Fields, labels: Readonly<Record<OptionName, string>>): object {
  const data = new FormData(form);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.kind === 'yes') return data.has(name) ? [[name, true]] : [];
      const text = String(data.get(name) ?? '').trim();
      if (text === '') return [];
      try {
        return [[name, readField(field, text)]];
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new RangeError(`${labels[name as OptionName]}: ${error.message}`);
      }
    }),
  );
}

export function Problem({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}
