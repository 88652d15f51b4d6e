/** A browser that all files of a worker share, with inboxes and pages for each test; whatever goes wrong in a page fails the test. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, vi } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { shareBrowser } from '../support/browser.ts';
import type { DemoLanguage } from '../support/inner/cli.ts';
import { DESKTOP } from './screens.ts';
import { type Inbox, startInbox } from './start-inbox.ts';

export interface PageOptions extends BrowserContextOptions {
  /** What the control API refuses, or cannot answer, is a part of the test. */
  readonly mayBeRefused?: boolean;
}

export interface Pages {
  /** Ended after the test, when its pages are closed. */
  start(options?: SandboxOptions, language?: DemoLanguage): Promise<Inbox>;
  /** Another browser as far as the page knows, at an address behind the `#`. */
  open(inbox: Pick<Inbox, 'center'>, address?: string, options?: PageOptions): Promise<Page>;
}

/** Motion only takes time: nothing is told by it. */
const SETTINGS: BrowserContextOptions = { viewport: DESKTOP, locale: 'en-GB', reducedMotion: 'reduce' };

/** Of one wait for the page: where other tests have the machine, a browser draws seconds later. */
const PATIENCE_MS = 90_000;

/** To be called in the file or in its describe, before its tests. */
export function usePages(): Pages {
  // A person's way through the page has dozens of steps, each of which waits for the browser. The setting ends with the file,
  // while this module is loaded once for all files of a worker.
  vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });
  const contexts: BrowserContext[] = [];
  const inboxes: Inbox[] = [];
  let troubles: string[] = [];
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    for (const inbox of inboxes.splice(0)) await inbox.close();
    const seen = troubles;
    troubles = [];
    expect(seen).toEqual([]);
  });
  return {
    async start(options, language) {
      const inbox = await startInbox(options, language);
      inboxes.push(inbox);
      return inbox;
    },
    async open(inbox, address = '/', { mayBeRefused = false, ...options } = {}) {
      const browser = await shareBrowser();
      const context = await browser.newContext({ ...SETTINGS, ...options });
      contexts.push(context);
      context.setDefaultTimeout(PATIENCE_MS);
      const origin = new URL(inbox.center.baseUrl).origin;
      const page = await context.newPage();
      watch(page, origin, mayBeRefused, (trouble) => troubles.push(trouble));
      await page.goto(`${origin}/inbox/#${address}`);
      await page.getByRole('main').waitFor();
      return page;
    },
  };
}

/** The console names errors of scripts, files that are missing, and what the content security policy does not allow. */
function watch(page: Page, origin: string, mayBeRefused: boolean, note: (trouble: string) => void): void {
  page.on('pageerror', (error) => note(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const { url } = message.location();
    if (mayBeRefused && url.startsWith(`${origin}/sandbox`)) return;
    note(`console ${message.type()}: ${message.text()} (${url})`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) note(`asked of another origin: ${url}`);
  });
}
