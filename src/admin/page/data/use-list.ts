import { useEffect, useRef, useState } from 'preact/hooks';
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

/** Parts that follow each other: all were fetched one after the other, so that no row stands in two, or between two. */
interface Parts<Row> {
  readonly address: string;
  readonly parts: readonly ListAnswer<Row>[];
}

/** The first part of a list and those that were asked for after it, all kept up to date. */
export function useList<Row>(path: string, filter: Readonly<Record<string, string>>): List<Row> {
  const query = new URLSearchParams(filter).toString();
  const address = query === '' ? path : `${path}?${query}`;
  const { data, failure, reload } = useData<ListAnswer<Row>>(address);
  const [held, setHeld] = useState<Parts<Row>>();
  const [laterFailure, setLaterFailure] = useState<ReturnType<typeof toFailure>>();
  const [wanted, setWanted] = useState(1);
  const latest = useRef({ address, wanted });
  latest.current = { address, wanted };
  const isFetching = useRef(false);
  useEffect(() => {
    setWanted(1);
    setHeld(undefined);
    setLaterFailure(undefined);
  }, [address]);
  useEffect(() => {
    // One that still runs sees what is wanted meanwhile.
    if (data === undefined || wanted === 1 || isFetching.current) return;
    isFetching.current = true;
    const isOfNow = () => latest.current.address === address;
    const parts = [data];
    const fetchLater = async () => {
      for (let after = data.next; after !== null && isOfNow() && parts.length < latest.current.wanted; ) {
        const part = await callAdmin<ListAnswer<Row>>(`${path}?${new URLSearchParams({ ...filter, after })}`);
        parts.push(part);
        after = part.next;
      }
      if (!isOfNow()) return;
      setHeld({ address, parts });
      setLaterFailure(undefined);
    };
    fetchLater()
      .catch((error: unknown) => {
        if (isOfNow()) setLaterFailure(toFailure(error));
      })
      .finally(() => {
        isFetching.current = false;
      });
  }, [data, wanted]);
  // What was fetched at another address must not be shown for this one.
  const parts = data && (wanted > 1 && held?.address === address ? held.parts : [data]);
  const next = parts?.at(-1)?.next ?? null;
  return {
    rows: parts?.flatMap(({ rows }) => rows),
    count: data?.count ?? 0,
    unsettled: data?.unsettled ?? null,
    failure: failure ?? laterFailure,
    reload,
    more: next === null ? undefined : () => setWanted((parts?.length ?? 1) + 1),
  };
}
