import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from './installed.ts';

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

/** The installed Chromium, headless. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('no Chromium is installed');
  return chromium.launch({ executablePath, headless: true, args: LAUNCH_FLAGS });
}

let shared: Promise<Browser> | undefined;

/** The same for all files of a worker, and ends with it: starting one takes longer than many a test. */
export function shareBrowser(): Promise<Browser> {
  shared ??= launchBrowser();
  return shared;
}
