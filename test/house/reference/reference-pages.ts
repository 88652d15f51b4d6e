import { renderCommandLine } from './cli-page.ts';
import { renderControl } from './control-page.ts';
import { renderEvents } from './events-page.ts';
import { renderLog } from './log-page.ts';
import { renderMethods } from './methods-page.ts';
import { renderOptions } from './options-page.ts';
import { renderRules } from './rules-page.ts';
import { renderTtc } from './ttc-page.ts';
import { renderVendors } from './vendors-page.ts';

const NOTE = '<!-- Generated from the code by `npm run write:reference`: change it there. -->';

/** The pages of `docs/reference/`, by name. */
export const REFERENCE_PAGES: Readonly<Record<string, () => Promise<string>>> = {
  'options.md': async () => withNote(renderOptions()),
  'methods.md': async () => withNote(renderMethods()),
  'events.md': async () => withNote(renderEvents()),
  'log.md': async () => withNote(renderLog()),
  'ttc.md': async () => withNote(renderTtc()),
  'rules.md': async () => withNote(renderRules()),
  'vendors.md': async () => withNote(renderVendors()),
  'control-api.md': async () => withNote(renderControl()),
  'cli.md': async () => withNote(await renderCommandLine()),
};

/** One empty line between blocks. */
function withNote(page: string): string {
  return `${NOTE}\n\n${page.replaceAll(/\n{3,}/g, '\n\n').trimEnd()}\n`;
}
