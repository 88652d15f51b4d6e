/** Rows of lists, by the columns that `operations/columns.ts` declares. */
import { type Column, shownColumns } from '../../../operations/columns.ts';
import type { ListName } from '../../../operations/lists.ts';
import type { HistoryRow, TaskRow } from '../../../store/store.ts';
import { fit, indent, table, timeOf } from './layout.ts';

/** A table; or a few lines for each row, if it has texts that need lines of their own. */
export function printRows<Row>(list: ListName, rows: readonly Row[]): string[] {
  const columns = shownColumns<Row>(list, 'shell');
  if (columns.some(isLong)) return rows.flatMap((row) => printRow(list, row));
  const heads = columns.map(titleOf);
  return table(
    heads,
    rows.map((row) => columns.map((column) => textOf(column, row) || '-')),
  );
}

/** A row in a few lines: what it is, then its times and numbers, then each of its texts. */
export function printRow<Row>(list: ListName, row: Row): string[] {
  const columns = shownColumns<Row>(list, 'shell').map((column) => ({ ...column, text: textOf(column, row) }));
  const given = columns.filter(({ text }) => text !== '' && text !== '0');
  const named = given.filter(isNamed).map((column) => `${titleOf(column)} ${column.text}`);
  return [
    fit(
      given
        .filter((column) => !isNamed(column) && !isLong(column))
        .map(({ text }) => text)
        .join('  '),
    ),
    indent(named.join(', ')),
    ...given.filter(isLong).map((column) => indent(`${titleOf(column)}: ${column.text}`)),
  ];
}

const isNamed = ({ kind }: Pick<Column, 'kind'>) => kind === 'time' || kind === 'number';
const isLong = ({ kind }: Pick<Column, 'kind'>) => kind === 'words' || kind === 'reason' || kind === 'cause';

/** `businessKey` as words. */
const titleOf = ({ name }: Pick<Column, 'name'>) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function textOf<Row>(column: Column<Row>, row: Row): string {
  switch (column.kind) {
    case 'people':
      return peopleOf(column.read(row));
    case 'time': {
      const at = column.read(row);
      return at === null ? '' : timeOf(at);
    }
    case 'cause':
      return column.read(row)?.split('\n')[0] ?? '';
    case 'entry':
      return describeEntry(column.read(row));
    case 'problems':
      throw new TypeError(`the command line does not print ${column.name}`);
    default:
      return String(column.read(row) ?? '');
  }
}

/** Accounts, and groups marked as such. */
export function peopleOf({ handlers, handlingGroups }: Pick<TaskRow, 'handlers' | 'handlingGroups'>): string {
  return [...handlers, ...handlingGroups.map((group) => `group ${group}`)].join(', ');
}

/** The type of an entry of the history, and what it says: a cause would take many lines, and incidents show has it. */
export function describeEntry({ type, data }: HistoryRow): string {
  if (type === 'job.attempt-failed') {
    const { attempt, service, reason, nextAt, cause } = data;
    const why = typeof cause === 'string' ? cause.split('\n')[0] : reason;
    return `${type}  attempt ${attempt} of ${service}: ${why}; next at ${timeOf(Number(nextAt))}`;
  }
  const known = Object.entries(data).filter(([name, value]) => value !== null && name !== 'cause');
  const said = known.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return `${type}  ${said.join(' ')}`;
}
