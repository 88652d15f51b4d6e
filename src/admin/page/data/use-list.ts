import { useEffect, useState } from 'preact/hooks';
import { toFailure } from '../../../page/data/call-json.ts';
import type { ListAnswer } from '../../answers.ts';
import { callAdmin } from './call-admin.ts';
import { type Data, useData } from './use-data.ts';

export interface List<Row> extends Omit<Data<unknown>, 'data'> {
  readonly rows: readonly Row[] | undefined;
  readonly count: number;
  readonly unsettled: ListAnswer<Row>['unsettled'];
  /** Fetches the rows that follow; undefined: there are none. */
  readonly more: (() => void) | undefined;
}

/** The first part of a list, which is kept up to date, and the parts that were asked for after it. */
export function useList<Row>(path: string, filter: Readonly<Record<string, string>>): List<Row> {
  const query = new URLSearchParams(filter).toString();
  const address = query === '' ? path : `${path}?${query}`;
  const { data, failure, reload } = useData<ListAnswer<Row>>(address);
  const [later, setLater] = useState<readonly ListAnswer<Row>[]>([]);
  const [laterFailure, setLaterFailure] = useState<ReturnType<typeof toFailure>>();
  useEffect(() => {
    setLater([]);
    setLaterFailure(undefined);
  }, [address]);
  const next = (later.at(-1) ?? data)?.next;
  const fetchMore = async (after: string) => {
    try {
      const part = await callAdmin<ListAnswer<Row>>(`${path}?${new URLSearchParams({ ...filter, after })}`);
      setLater((before) => [...before, part]);
      setLaterFailure(undefined);
    } catch (error) {
      setLaterFailure(toFailure(error));
    }
  };
  return {
    rows: data && [...data.rows, ...later.flatMap(({ rows }) => rows)],
    count: data?.count ?? 0,
    unsettled: data?.unsettled ?? null,
    failure: failure ?? laterFailure,
    reload,
    more: next === null || next === undefined ? undefined : () => void fetchMore(next),
  };
}
