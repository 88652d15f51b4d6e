import type { Field, Fields } from '../../../operations/field.ts';
import { LISTS, type ListName } from '../../../operations/lists.ts';
import { chooseSeveral, OPERATIONS, operationsOn } from '../../../operations/operations.ts';
import type { Screen } from '../address.ts';
import { useMe } from '../data/me.tsx';
import { useOnce } from '../data/use-data.ts';
import { useList } from '../data/use-list.ts';
import { type FieldName, useTexts } from '../texts/use-texts.ts';
import { Filter, type FilterField } from './filter.tsx';
import { OperationOnSeveral } from './operation.tsx';
import { Rows } from './rows.tsx';

export type ListedScreen = Exclude<Screen, 'doubts'>;

interface ListScreenParts {
  readonly list: ListName;
  /** The fields of the filter that are shown at once; the others after a press of "More filters". */
  readonly shown: readonly string[];
  /** Of the query, beside the filter of the address. */
  readonly fixed?: Readonly<Record<string, string>>;
}

const PARTS: Readonly<Record<ListedScreen, ListScreenParts>> = {
  instances: { list: 'instances', shown: ['processId', 'status', 'text', 'open', 'problem'] },
  tasks: { list: 'tasks', shown: ['processId', 'state', 'handler', 'text', 'open'] },
  definitions: { list: 'definitions', shown: ['processId'] },
  reports: { list: 'outbox', shown: ['state', 'processId', 'reason', 'createdBefore'] },
  messages: { list: 'messages', shown: ['state', 'processId', 'reason', 'createdBefore'] },
  jobs: { list: 'jobs', shown: ['state', 'service'] },
  incidents: { list: 'incidents', shown: ['processId', 'code'], fixed: { open: 'true' } },
  history: { list: 'history', shown: ['by', 'from'] },
};

interface ListScreenProps {
  readonly screen: ListedScreen;
  readonly filter: Readonly<Record<string, string>>;
}

/** A list with the filter that is declared for it, and what can be done to all that the filter leaves. */
export function ListScreen({ screen, filter }: ListScreenProps) {
  const { list: name, shown, fixed = {} } = PARTS[screen];
  const texts = useTexts();
  const { data: me } = useMe();
  const { data: processes = [] } = useOnce<readonly string[]>('processes');
  const fields: Fields = LISTS[name];
  const query = { ...toQuery(filter, fields), ...fixed };
  const list = useList<object>(name, query);
  const { unsettled, reload } = list;

  function toFilterField([field, { kind, oneOf }]: readonly [string, Field]): FilterField {
    const common = { name: field, label: texts.fields[field as FieldName], isRare: !shown.includes(field) };
    const values: Readonly<Record<string, string>> = texts.values;
    if (field === 'processId') return { ...common, options: processes.map((id) => [id, id] as const) };
    if (oneOf !== undefined)
      return { ...common, options: oneOf.map((value) => [value, values[value] ?? value] as const) };
    if (kind === 'time') return { ...common, options: 'time' };
    return kind === 'yes' || kind === 'mark' ? { ...common, options: 'flag' } : common;
  }

  // Titles and summaries are made of variables.
  const isUsable = (field: string) => !(field in fixed) && (field !== 'text' || me?.mayReadVariables === true);
  const all: FilterField = { name: 'all', label: texts.filter.allEntries, options: 'flag' };
  return (
    <>
      <div class="heading">
        <h1>{texts.screens[screen]}</h1>
        {unsettled === null ? null : (
          <p class="muted">
            {Object.entries(unsettled)
              .filter(([state]) => screen === 'reports' || state !== 'unconfirmed')
              .map(([state, count]) => texts.unsettled(count, texts.values[state as keyof typeof unsettled]))
              .join(texts.and)}
          </p>
        )}
        <span class="heading-buttons">
          {operationsOn(name)
            .filter((operation) => 'several' in OPERATIONS[operation] || 'mayBeAll' in OPERATIONS[operation])
            .map((operation) => {
              const chosen = chooseSeveral(operation, query);
              if (chosen === undefined) return null;
              return <OperationOnSeveral key={operation} name={operation} filter={chosen} onDone={reload} />;
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
          ...(screen === 'history' ? [all] : []),
        ]}
      />
      <Rows name={name} label={texts.screens[screen]} list={list} empty={texts.empty[screen]} />
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
