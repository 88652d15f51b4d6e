import { useState } from 'preact/hooks';
import type { ListName } from '../routes.ts';
import { type Filter, isFiltering, NO_FILTER } from './list-filter.tsx';

/** By account and list. Kept until the page is closed, also while another list or screen is shown. */
const filters = new Map<string, Filter>();

export function useFilter(account: string, list: ListName): readonly [Filter, (filter: Filter) => void] {
  const [, setCount] = useState(0);
  const key = JSON.stringify([account, list]);
  const change = (filter: Filter) => {
    if (isFiltering(filter)) filters.set(key, filter);
    else filters.delete(key);
    setCount((before) => before + 1);
  };
  return [filters.get(key) ?? NO_FILTER, change];
}
