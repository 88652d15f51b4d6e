import type { Html } from './html.ts';
import type { DemoWorld } from './start-demo-matters.ts';

/** What a page shows. */
export interface PageContent {
  readonly status?: number;
  readonly title: string;
  readonly content: Html;
}

/** Undefined: there is no such page. @param form what was sent with the page; undefined when it is only looked at */
export type Page = (
  world: DemoWorld,
  id: string,
  form: URLSearchParams | undefined,
) => Promise<PageContent | undefined>;
