import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { addressOf, type Screen } from '../address.ts';
import { useTexts } from '../texts/use-texts.ts';

export interface FilterField {
  readonly name: string;
  readonly label: string;
  /** The values to choose from, with their texts. Default: a text is typed; `flag`: yes or no; `time`: a day and a time of it. */
  readonly options?: readonly (readonly [value: string, text: string])[] | 'flag' | 'time';
  /** Only visible after a press of "More filters", unless it is set. */
  readonly isRare?: boolean;
}

interface FilterProps {
  readonly screen: Screen;
  readonly fields: readonly FilterField[];
  readonly filter: Readonly<Record<string, string>>;
}

/** So that a list is not fetched for every letter. */
const TYPED_MS = 400;

/** The filter of a list, which is a part of the address: a link to it can be shared. */
export function Filter({ screen, fields, filter }: FilterProps) {
  const { filter: texts } = useTexts();
  const [isWide, setIsWide] = useState(() => fields.some(({ name, isRare }) => isRare === true && name in filter));
  const set = (name: string, value: string) => {
    location.hash = addressOf(screen, undefined, { ...filter, [name]: value });
  };
  const shown = fields.filter(({ isRare }) => isWide || isRare !== true);
  return (
    <search class="filter" aria-label={texts.title}>
      {shown.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={filter[field.name] ?? ''}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      <div class="filter-buttons">
        {fields.some(({ isRare }) => isRare) ? (
          <button
            type="button"
            class="button is-quiet is-small"
            aria-expanded={isWide}
            onClick={() => setIsWide(!isWide)}
          >
            {isWide ? texts.fewer : texts.more}
          </button>
        ) : null}
        {Object.keys(filter).length === 0 ? null : (
          <a class="button is-quiet is-small" href={addressOf(screen)}>
            {texts.clear}
          </a>
        )}
      </div>
    </search>
  );
}

interface FieldProps {
  readonly field: FilterField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Field({ field: { label, options }, value, onChange }: FieldProps) {
  const texts = useTexts();
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  // Another field may be changed before what was typed counts.
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (typed === value) return;
    const timer = window.setTimeout(() => latest.current(typed.trim()), TYPED_MS);
    return () => window.clearTimeout(timer);
  }, [typed]);
  if (options === 'flag') {
    return (
      <label class="filter-flag">
        <input
          type="checkbox"
          checked={value === 'true'}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? 'true' : '')}
        />
        {label}
      </label>
    );
  }
  return (
    <div class="filter-field">
      <label for={id}>{label}</label>
      {options === undefined ? (
        <input
          id={id}
          class="field"
          type="search"
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      ) : options === 'time' ? (
        <input
          id={id}
          class="field"
          type="datetime-local"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <select id={id} class="field" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          <option value="">{texts.all}</option>
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
