import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { PROCESS_FILES } from '../processes/process-files.ts';
import { findBarriers } from '../support/barriers.ts';
import { createCompany } from '../support/inner/cli.ts';
import { findForeignTexts } from './foreign-texts.ts';
import { usePages } from './open-page.ts';

/** What stays as it is in Chinese: accounts, paths, the way to English, and the mark of the diagram. */
const KEPT = /^(EN|Switch to English|[a-z]+|GET \/\S+|.*bpmn\.io.*|This page needs JavaScript.*)$/s;

/** Texts of the page with a Latin word, which somebody who reads only Chinese would not understand. */
async function readLatin(page: Page): Promise<string[]> {
  const { read } = await findForeignTexts(page);
  return read.filter((text) => /[A-Za-z]{2}/.test(text.replaceAll(/[A-Z]+-\d+/g, '')) && !KEPT.test(text));
}

test('every text of the diagrams and of the matters has a translation', () => {
  const [english, chinese] = [createCompany('en'), createCompany('zh')];
  const shown = PROCESS_FILES.flatMap(({ xml }) =>
    [...chinese.translateDiagram(xml).matchAll(/ (?:name|title|content)="([^"]+)"/g)].map(([, text]) => String(text)),
  );
  // Names of parameters, messages and signals are written in lower case, and nobody sees them.
  const inDiagrams = shown.filter((text) => /[A-Z][a-z]/.test(text.replaceAll(/\$\{\w+\}/g, '')));
  expect(inDiagrams).toEqual([]);

  const texts = (company: typeof english) => [
    ...company.matters.flatMap(({ about, variables, steps }) => [
      about,
      ...Object.values(variables).filter((value) => typeof value === 'string' && /[A-Z]/.test(value)),
      ...steps.flatMap(({ press, says }) => [press, says]),
    ]),
    ...company.directory.accounts.map(({ name }) => name),
    ...[...company.directory.groups, ...company.directory.departments].map(({ name }) => name),
    company.news.title,
    company.news.text,
  ];
  const same = texts(english).filter((text) => text !== undefined && texts(chinese).includes(text));
  expect(same).toEqual([]);
});

describe('the demo in Chinese', () => {
  const pages = usePages();

  test('speaks Chinese on every list: people, diagrams, summaries, opinions and messages', async () => {
    const inbox = await pages.start({}, 'zh');
    await inbox.beginAll();
    const page = await pages.open(inbox, '/bo/handled');
    // Whatever the browser speaks: this is the address that the demo prints.
    await page.goto(`${inbox.center.inboxUrl}?language=zh#/bo/pending`);
    const lists = [
      { address: '/bo/pending', shows: '去机场的出租车，40 元' },
      { address: '/bo/handled', shows: '祝您休假愉快。' },
      { address: '/anna/initiated', shows: '十二台笔记本电脑，14400 元' },
      { address: '/anna/messages', shows: '共 3 天，由林波审批。' },
      { address: '/anna/traffic', shows: '林波 点击了“同意”' },
    ];
    for (const { address, shows } of lists) {
      await page.goto(`${inbox.center.inboxUrl}#${address}`);
      await page.getByText(shows).first().waitFor();
      expect.soft({ address, latin: await readLatin(page) }).toEqual({ address, latin: [] });
    }
    // Another page, since the pages of the business system are on another origin than the inbox.
    const own = await page.context().newPage();
    await own.emulateMedia({ colorScheme: 'dark' });
    const { taskId } = inbox.pending('bo', 'review');
    const asked = inbox.pending('emil', 'manager-approval').taskId;
    const delegated = inbox.center.handled('bo').find(({ serialNumber }) => serialNumber === 'LEAVE-105')?.taskId;
    const operations = [`/transfer/${taskId}`, `/delegate/${asked}`, `/addSigners/${asked}`, `/recall/${delegated}`];
    for (const path of ['/', `/tasks/${taskId}`, ...operations, '/nothing']) {
      await own.goto(`${inbox.pagesOrigin}${path}`);
      const latin = (await readLatin(own)).filter((text) => !text.includes('bridge.press'));
      expect.soft({ path, latin, barriers: await findBarriers(own) }).toEqual({ path, latin: [], barriers: [] });
    }
    await own.getByRole('link', { name: '运维页面' }).click();
    await own.getByRole('table', { name: '实例' }).getByText('LEAVE-101').waitFor();
    await own.getByRole('banner').getByText('演示运维员').waitFor();
  });
});
