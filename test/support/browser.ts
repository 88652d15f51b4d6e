import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The headless shell first: without windows, extensions and profiles a page costs a third of the processor time. */
const CHROMIUM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Quiet: a test's browser calls nobody, asks nothing and runs as any user, also inside a container. */
const LAUNCH_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Else every context starts a spare process for a page that never comes.
  '--renderer-process-limit=1',
  // The cores are busy with other tests: threads that draw side by side cost a tenth more, and finish no sooner.
  '--num-raster-threads=1',
  // The same for threads that compile and collect.
  '--js-flags=--single-threaded',
];

/**
 * Whether browser tests must be skipped, which is said on the console.
 * @throws {Error} under `CI=true`, where a missing browser fails the run
 */
export function isBrowserMissing(): boolean {
  if (findBrowser() !== undefined) return false;
  const reason = `no Chromium at ${CHROMIUM_PATHS.join(', ')}; install it, e.g. apt-get install chromium`;
  if (process.env.CI === 'true') throw new Error(`browser tests must run under CI: ${reason}`);
  console.warn(`\n*** SKIPPED: browser tests, ${reason} ***\n`);
  return true;
}

/** The installed Chromium, headless. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('no Chromium is installed; ask isBrowserMissing() first');
  return chromium.launch({ executablePath, headless: true, args: LAUNCH_FLAGS });
}

let shared: Promise<Browser> | undefined;

/** The same for all files of a worker, and ends with it: starting one takes longer than many a test. */
export function shareBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}

function findBrowser(): string | undefined {
  return CHROMIUM_PATHS.find((path) => existsSync(path));
}
