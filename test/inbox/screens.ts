/** Every screen of the inbox, with what a demo has in it, for tests that look at all of them. */
import type { Page } from 'playwright-core';
import { en, type Texts, zh } from './dictionaries.ts';
import type { Inbox } from './start-inbox.ts';

/** What is seen of a page where a test says nothing else. */
export const DESKTOP = { width: 1280, height: 800 } as const;
export const PHONE = { width: 390, height: 844 } as const;

export interface Screen {
  readonly name: string;
  /** Behind the `#`. */
  readonly address: (inbox: Inbox) => string;
  /** Resolves when it is there, in whichever language. */
  readonly shown: (page: Page) => Promise<void>;
}

/** Something that begins with a text of the page, in whichever language. */
export function either(find: (texts: Texts) => string): RegExp {
  const escaped = [en, zh].map((texts) => find(texts).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^(${escaped.join('|')})`);
}

const text = (words: string) => async (page: Page) => {
  await page.getByText(words).first().waitFor();
};
const drawnNode = (id: string) => async (page: Page) => {
  await page.locator(`[data-element-id="${id}"].is-current`).waitFor();
};

export const SCREENS: readonly Screen[] = [
  { name: 'welcome', address: () => '/', shown: text('Anna Berg') },
  { name: 'pending list', address: () => '/bo/pending', shown: text('LEAVE-101') },
  {
    name: 'task',
    address: (inbox) => `/bo/pending/${taskOf(inbox, 'bo', 'LEAVE-101')}`,
    shown: drawnNode('manager-approval'),
  },
  {
    name: 'suspended task',
    address: (inbox) => `/bo/pending/${taskOf(inbox, 'bo', 'CONTRACT-302')}`,
    shown: drawnNode('review'),
  },
  { name: 'handled list', address: () => '/bo/handled', shown: text('REQUEST-401') },
  {
    name: 'transaction',
    address: (inbox) => `/anna/initiated/${transactionOf(inbox, 'PURCHASE-201')}`,
    shown: drawnNode('legal-check'),
  },
  { name: 'initiated list', address: () => '/anna/initiated', shown: text('PURCHASE-201') },
  { name: 'messages', address: () => '/anna/messages', shown: text('The canteen is closed on Friday') },
  {
    name: 'message',
    address: (inbox) => `/anna/messages/${inbox.center.messages('anna').find(isAboutExpenses)?.sendId}`,
    shown: async (page) => {
      await page.getByRole('article').getByText('Flowers for the reception was decided').waitFor();
    },
  },
  { name: 'nobody', address: () => '/nobody/pending', shown: text('nobody') },
  {
    name: 'task that is not there',
    address: () => '/bo/pending/none',
    shown: async (page) => {
      await page.getByText(either(({ task }) => task.gone.task)).waitFor();
    },
  },
  {
    name: 'batch',
    address: () => '/bo/pending',
    shown: async (page) => {
      await page.getByRole('button', { name: either(({ batch }) => batch.startLabel) }).click();
      await page.getByRole('checkbox').first().waitFor();
    },
  },
  {
    name: 'choice of an account',
    address: () => '/bo/pending',
    shown: async (page) => {
      await page.getByRole('button', { name: either(({ account }) => account.current('Bo Lindqvist')) }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Gu Min/ })
        .waitFor();
    },
  },
  {
    name: 'choice of a delegate',
    address: (inbox) => `/bo/pending/${taskOf(inbox, 'bo', 'CONTRACT-301')}`,
    shown: async (page) => {
      await page.getByRole('button', { name: either(({ delegate }) => delegate.start) }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Gu Min/ })
        .waitFor();
    },
  },
  {
    name: 'notification bar',
    address: () => '/anna/pending',
    shown: async (page) => {
      await page.getByRole('button', { name: either(({ messages }) => messages.bar(0)) }).click();
      await page.getByRole('dialog').getByText('The canteen is closed on Friday').waitFor();
    },
  },
  { name: 'calls', address: () => '/anna/traffic/calls', shown: text('Dara Okafor') },
  {
    name: 'call',
    address: (inbox) => `/anna/traffic/calls/all/${reportOf(inbox)}`,
    shown: async (page) => {
      await page.getByRole('article').getByText('previousTaskId').first().waitFor();
    },
  },
  {
    name: 'faults',
    address: () => '/anna/traffic/faults',
    shown: async (page) => {
      await page.locator('summary', { hasText: 'latency' }).click();
      await page.getByRole('spinbutton').nth(1).waitFor();
    },
  },
  { name: 'clock', address: () => '/anna/traffic/clock', shown: text('Asia/Shanghai') },
];

/** Those of the lists and what is opened from them, without the traffic. */
export const SCREENS_OF_PEOPLE = SCREENS.filter(({ name }) => !['calls', 'call', 'faults', 'clock'].includes(name));

function taskOf({ center }: Inbox, account: string, serialNumber: string): string {
  const task = center.pending(account).find((each) => each.serialNumber === serialNumber);
  if (task === undefined) throw new Error(`${account} has no task of ${serialNumber}`);
  return task.taskId;
}

function transactionOf({ center }: Inbox, serialNumber: string): string {
  const transaction = center.transactions().find((each) => each.serialNumber === serialNumber);
  if (transaction === undefined) throw new Error(`there is no transaction ${serialNumber}`);
  return transaction.transactionId;
}

function isAboutExpenses({ text: words }: { readonly text: string }): boolean {
  return words.startsWith('Flowers');
}

function reportOf({ center }: Inbox): number {
  const report = center.traffic.findLast(({ call }) => call === 'taskHandle');
  if (report === undefined) throw new Error('there is no report');
  return report.seq;
}
