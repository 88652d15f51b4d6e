import type { Fields } from '../../../operations/field.ts';
import { ID_FIELDS, LISTS, type ListName } from '../../../operations/lists.ts';
import { UsageError } from '../../command.ts';
import type { Flag } from '../../flags.ts';
import { printRows } from '../print/rows.ts';
import type { Action, Call } from './action.ts';
import { flagsOf, valuesOf } from './fields.ts';

const DEFAULT_LIMIT = 50;
const LIMIT: Flag = { name: 'limit', value: '<number>', text: `at most so many; default: ${DEFAULT_LIMIT}` };
const COUNT: Flag = { name: 'count', text: 'print only how many there are' };

type RowOf<Name extends ListName> = Awaited<ReturnType<Call['lists'][Name]['list']>>[number];

export interface ListParts<Name extends ListName> {
  /** Default: `list`. */
  readonly action?: null;
  readonly summary: string;
  /** Default: those of the list. */
  readonly fields?: Fields;
  /** Beside the fields. */
  readonly flags?: readonly Flag[];
  /** What the flags say beside the fields. */
  readonly filter?: (call: Call) => Readonly<Record<string, unknown>>;
  /** A row as programs get it. Default: as it is. */
  readonly view?: (row: RowOf<Name>) => object;
}

/** The action that prints a part of a list and how to see what follows, or with `--count` only how many there are. */
export function listAction<Name extends ListName>(name: Name, parts: ListParts<Name>): Action {
  const { action = 'list', summary, fields = LISTS[name], flags = [], filter, view = (row) => row } = parts;
  const page = [LIMIT, { name: 'after', value: `<${ID_FIELDS[name]}>`, text: 'only those after this one' }];
  const isCounted = name !== 'history' && name !== 'definitions';
  return {
    name: action,
    args: [],
    summary,
    flags: [...flagsOf(fields), ...flags, ...page, ...(isCounted ? [COUNT] : [])],
    access: 'read',
    async run(call) {
      const list = call.lists[name] as {
        list(filter: object): Promise<RowOf<Name>[]>;
        count?(filter: object): Promise<number>;
        idOf(row: RowOf<Name>): string | number;
      };
      const chosen = { ...filter?.(call), ...valuesOf(call, fields) };
      if (list.count !== undefined && call.has('count')) {
        const count = await list.count(chosen);
        call.print({ count }, [String(count)]);
        return undefined;
      }
      const limit = call.number('limit') ?? DEFAULT_LIMIT;
      // It would print that there are none.
      if (limit === 0) throw new UsageError('--limit 0: must be 1 or more.');
      const after = name === 'outbox' || name === 'history' ? call.number('after') : call.text('after');
      // One more than are printed shows whether others follow.
      const rows = await list.list({ ...chosen, limit: limit + 1, ...(after !== undefined && { after }) });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const follows =
        rows.length > limit && last !== undefined ? ['', `There are more: --after ${list.idOf(last)}`] : [];
      const views = shown.map(view);
      call.print(views, [...(views.length === 0 ? ['There are none.'] : printRows(name, views)), ...follows]);
      return undefined;
    },
  };
}
