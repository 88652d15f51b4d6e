import type { Html } from './html.ts';
import type { DemoWorld } from './start-demo-matters.ts';

/** What a page shows. */
export interface PageContent {
  readonly status?: number;
  readonly title: string;
  readonly content: Html;
}

/** Undefined: the page does not exist. @param form the submitted form; undefined for GET */
export type Page = (
  world: DemoWorld,
  id: string,
  form: URLSearchParams | undefined,
) => Promise<PageContent | undefined>;
