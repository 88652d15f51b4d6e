import type { ComponentChildren } from 'preact';
import type { Field, Fields } from '../../../operations/field.ts';
import { LISTS, type ListName } from '../../../operations/lists.ts';
import { chooseSeveral, OPERATIONS, operationsOn } from '../../../operations/operations.ts';
import type { Screen } from '../address.ts';
import { useMe } from '../data/me.tsx';
import { useOnce } from '../data/use-data.ts';
import { type List, useList } from '../data/use-list.ts';
import { type FieldName, useTexts } from '../texts/use-texts.ts';
import { Filter, type FilterField } from './filter.tsx';
import { OperationOnSeveral } from './operation.tsx';

interface ListScreenProps<Row> {
  readonly list: ListName;
  readonly screen: Screen;
  readonly filter: Readonly<Record<string, string>>;
  /** The fields that are shown at once; the others after a press of "More filters". */
  readonly shown: readonly string[];
  /** Of the query, beside the filter of the address. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** The texts of the states. */
  readonly states?: Readonly<Record<string, string>>;
  /** Fields that the list does not declare. */
  readonly more?: readonly FilterField[];
  /** What the heading says of the rows that are not settled. */
  readonly describeUnsettled?: (unsettled: NonNullable<List<Row>['unsettled']>) => string;
  readonly children: (list: List<Row>) => ComponentChildren;
}

/** A list with the filter that is declared for it, and what can be done to all that the filter leaves. */
export function ListScreen<Row>({ list: name, screen, filter, fixed = {}, children, ...props }: ListScreenProps<Row>) {
  const { shown, states = {}, more = [], describeUnsettled } = props;
  const texts = useTexts();
  const { data: me } = useMe();
  const { data: processes = [] } = useOnce<readonly string[]>('processes');
  const fields: Fields = LISTS[name];
  const query = { ...toQuery(filter, fields), ...fixed };
  const list = useList<Row>(name, query);

  function toFilterField([field, { kind, oneOf }]: readonly [string, Field]): FilterField {
    const common = { name: field, label: texts.fields[field as FieldName], isRare: !shown.includes(field) };
    if (field === 'processId') return { ...common, options: processes.map((id) => [id, id] as const) };
    if (oneOf !== undefined)
      return { ...common, options: oneOf.map((value) => [value, states[value] ?? value] as const) };
    if (kind === 'time') return { ...common, options: 'time' };
    return kind === 'yes' || kind === 'mark' ? { ...common, options: 'flag' } : common;
  }

  // Titles and summaries are made of variables.
  const isUsable = (field: string) => !(field in fixed) && (field !== 'text' || me?.mayReadVariables === true);
  return (
    <>
      <div class="heading">
        <h1>{texts.screens[screen]}</h1>
        {list.unsettled === null ? null : <p class="muted">{describeUnsettled?.(list.unsettled)}</p>}
        <span class="heading-buttons">
          {operationsOn(name)
            .filter((operation) => 'several' in OPERATIONS[operation] || 'mayBeAll' in OPERATIONS[operation])
            .map((operation) => {
              const chosen = chooseSeveral(operation, query);
              if (chosen === undefined) return null;
              return <OperationOnSeveral key={operation} name={operation} filter={chosen} onDone={list.reload} />;
            })}
        </span>
      </div>
      <Filter
        screen={screen}
        filter={filter}
        fields={[
          ...Object.entries(fields)
            .filter(([field]) => isUsable(field))
            .map(toFilterField)
            .toSorted((one, other) => rankOf(one, shown) - rankOf(other, shown)),
          ...more,
        ]}
      />
      {children(list)}
    </>
  );
}

const rankOf = ({ name }: FilterField, shown: readonly string[]) =>
  shown.includes(name) ? shown.indexOf(name) : shown.length;

/** Times of the address are those of the browser. */
function toQuery(filter: Readonly<Record<string, string>>, fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(filter).map(([name, text]) => {
      const time = fields[name]?.kind === 'time' ? Date.parse(text) : Number.NaN;
      return [name, Number.isNaN(time) ? text : new Date(time).toISOString()];
    }),
  );
}
