import { ListFilter as FilterIcon, Search, X } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { isComposing } from '../parts/is-composing.ts';
import { useTexts } from '../settings/language.tsx';

/** A filter; the chosen option is compared with the value of each entry. */
export interface Facet {
  readonly name: string;
  readonly label: string;
  /** Of the entries, or all there are. */
  readonly values: readonly string[];
  readonly textOf: (value: string) => string;
}

export interface Filter {
  readonly words: string;
  /** Chosen values by the name of the filter; empty: all. */
  readonly chosen: Readonly<Record<string, string>>;
}

export const NO_FILTER: Filter = { words: '', chosen: {} };

export function isFiltering({ words, chosen }: Filter): boolean {
  return words.trim() !== '' || Object.values(chosen).some((value) => value !== '');
}

/** Whether an entry contains all words and has the chosen values. */
export function fits(filter: Filter, texts: readonly (string | undefined)[], values: Record<string, string>): boolean {
  const text = texts.join(' ').toLowerCase();
  const words = filter.words.toLowerCase().split(/\s+/);
  return (
    words.every((word) => text.includes(word)) &&
    Object.entries(filter.chosen).every(([name, value]) => value === '' || values[name] === value)
  );
}

interface ListFilterProps {
  readonly filter: Filter;
  readonly facets: readonly Facet[];
  readonly onChange: (filter: Filter) => void;
  /** Other controls next to the search. */
  readonly children?: ComponentChildren;
}

export function ListFilter({ filter, facets, onChange, children }: ListFilterProps) {
  const { lists: texts, aside } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const buttonRef = useRef<HTMLButtonElement>(null);
  // A filter with a single option is useless.
  const useful = facets
    .map((facet) => ({ ...facet, options: optionsOf(facet, filter) }))
    .filter(({ name, options }) => options.length > 1 || (filter.chosen[name] ?? '') !== '');
  const active = Object.values(filter.chosen).filter((value) => value !== '').length;
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposing(event) || !isOpen || useful.length === 0) return;
    event.preventDefault();
    setIsOpen(false);
    buttonRef.current?.focus();
  };
  return (
    <search class="list-filter" onKeyDown={close}>
      <div class="list-filter-bar">
        <label class="search">
          <Search size={16} aria-hidden="true" />
          <input
            type="search"
            aria-label={texts.search}
            placeholder={texts.searchShort}
            value={filter.words}
            onInput={({ currentTarget }) => onChange({ ...filter, words: currentTarget.value })}
          />
        </label>
        {useful.length === 0 ? null : (
          <button
            ref={buttonRef}
            type="button"
            class="tool is-bordered"
            aria-expanded={isOpen}
            aria-label={active === 0 ? texts.filters : `${texts.filters}${aside(String(active))}`}
            title={texts.filters}
            onClick={() => setIsOpen(!isOpen)}
          >
            <FilterIcon size={17} aria-hidden="true" />
            {active > 0 ? <span class="tool-count">{active}</span> : null}
          </button>
        )}
        {children}
      </div>
      {isOpen && useful.length > 0 ? (
        <div class="facets">
          {useful.map(({ name, label, options }) => (
            <label key={name} class="facet">
              <span>{label}</span>
              <select
                class="field"
                value={filter.chosen[name] ?? ''}
                onChange={({ currentTarget }) =>
                  onChange({ ...filter, chosen: { ...filter.chosen, [name]: currentTarget.value } })
                }
              >
                <option value="">{texts.all}</option>
                {options.map(({ value, text }) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            </label>
          ))}
          {isFiltering(filter) ? (
            <button type="button" class="button is-quiet is-small" onClick={() => onChange(NO_FILTER)}>
              <X size={14} aria-hidden="true" />
              {texts.clear}
            </button>
          ) : null}
        </div>
      ) : null}
    </search>
  );
}

/** All distinct values, sorted by their texts, and the chosen one, which the last of its entries may have left. */
function optionsOf({ name, values, textOf }: Facet, { chosen }: Filter) {
  return [...new Set([...values, chosen[name] ?? ''])]
    .filter((value) => value !== '')
    .map((value) => ({ value, text: textOf(value) }))
    .toSorted((one, other) => one.text.localeCompare(other.text));
}
