/** What operators do on their page, and who can read it. */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { answerJson } from '../center/http-center.ts';
import { refuseTasks } from '../cli/operate/operated.ts';
import { findBarriers, overflowOf } from '../support/barriers.ts';
import { end, processFile, start, userTask } from '../support/bpmn-xml.ts';
import { shareBrowser } from '../support/browser.ts';
import { beginFailedPress, beginMany, deployDrawn, OPERATOR, type Service, startService } from './start-service.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

/** Of one wait for the page: where other tests have the machine, a browser draws seconds later. */
const PATIENCE_MS = 90_000;

describe('the page of operators', () => {
  let service: Service;
  let contexts: BrowserContext[] = [];
  let troubles: string[] = [];
  let purchase: string;

  beforeAll(async () => {
    service = await startService();
    await deployDrawn(service);
    purchase = await service.begin('purchase', 'PURCHASE-1', { item: 'Laptops', price: 900, signers: ['bo'] });
    await service.begin('expense-claim', 'EXPENSE-1', { purpose: 'Taxi', amount: 30, approver: 'bo' });
  });
  afterAll(() => service?.close());
  afterEach(async () => {
    service.user = OPERATOR;
    for (const context of contexts) await context.close();
    contexts = [];
    const seen = troubles;
    troubles = [];
    expect(seen).toEqual([]);
  });

  async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const browser = await shareBrowser();
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => troubles.push(message));
    // Also what the content security policy does not allow.
    page.on('console', (line) => {
      if (line.type() === 'error' || line.type() === 'warning') troubles.push(line.text());
    });
    await page.goto(`${service.url}${address}`);
    return page;
  }
  const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const region = (page: Page, name: string) => page.getByRole('region', { name });

  test('from the list to an instance: its diagram, its way, its variables, and back', async () => {
    const page = await open('');
    await page.getByRole('combobox', { name: 'Process' }).selectOption('purchase');
    await page.getByRole('table', { name: 'Instances' }).getByText('request', { exact: true }).waitFor();
    await link(page, 'EXPENSE-1').waitFor({ state: 'detached' });
    await link(page, 'PURCHASE-1').click();
    await page.getByRole('heading', { name: 'PURCHASE-1', level: 1 }).waitFor();
    await page.locator('[data-element-id="request"].is-current').waitFor();
    expect(await page.locator('.diagram-count').allInnerTexts()).toEqual(['1']);
    await region(page, 'Timeline').getByText('Instance started').waitFor();
    const [report] = await service.bridge.outbox.list({ instanceId: purchase });
    await region(page, 'Timeline').getByText(`Report ${report?.seq} · 1 attempt`).waitFor();
    await region(page, 'Variables').getByText('"Laptops"').waitFor();
    expect(await page.title()).toContain(purchase);
    await page.goBack();
    // The processes to choose from are there a moment after the list.
    await expect.poll(() => page.getByRole('combobox', { name: 'Process' }).inputValue()).toBe('purchase');
  });

  test('suspends, activates and ends an instance, in the name of the operator', async () => {
    const instanceId = await service.begin('plain', 'PLAIN-1');
    const page = await open(`#/instances/${instanceId}`);
    await button(page, 'Suspend: PLAIN-1').click();
    const dialog = page.getByRole('dialog', { name: 'Suspend: PLAIN-1' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('an audit');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await page.locator('.heading').getByText('suspended', { exact: true }).waitFor();
    await region(page, 'Timeline').getByText('an audit').waitFor();
    await region(page, 'Timeline').getByText(`by ${OPERATOR.name}`).first().waitFor();
    await button(page, 'Activate: PLAIN-1').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
    await page.locator('.heading').getByText('running', { exact: true }).waitFor();
    await button(page, 'Terminate: PLAIN-1').click();
    const end = page.getByRole('dialog', { name: 'Terminate: PLAIN-1' });
    await end.getByRole('button', { name: 'Terminate' }).click();
    expect(await end.isVisible()).toBe(true);
    await end.getByRole('textbox', { name: 'Reason' }).fill('ordered twice');
    await end.getByRole('button', { name: 'Terminate' }).click();
    await page.locator('.heading').getByText('terminated', { exact: true }).waitFor();
    await button(page, /Terminate/).waitFor({ state: 'detached' });
    expect((await service.bridge.instances.get(instanceId))?.status).toBe('terminated');
  });

  test('incidents: says how many there are, asks, and retries all of a process', async () => {
    service.bookFails = true;
    for (const number of [1, 2]) await service.begin('booking', `BOOK-${number}`);
    const page = await open('#/instances');
    await page.getByRole('checkbox', { name: 'Only with a problem' }).check();
    await page.getByText('1 incident').first().waitFor();
    await link(page, 'PURCHASE-1').waitFor({ state: 'detached' });
    await link(page, 'Incidents').click();
    await page.getByText('What the code of the service threw').first().click();
    await page.getByText('the booking office is closed').first().waitFor();
    service.bookFails = false;
    await button(page, 'Retry all …').click();
    const dialog = page.getByRole('dialog', { name: 'Retry: 2 chosen by the filter?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await service.bridge.incidents.count({ open: true })).toBe(2);
    await button(page, 'Retry all …').click();
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Retry: 2 done, 0 left.').first().waitFor();
    await page.getByText('No incident is open').waitFor();
    expect(await service.bridge.instances.count({ processId: 'booking', open: true })).toBe(0);
  });

  test('what was counted is what is done, also when the filter of the address changes while it asks', async () => {
    service.bookFails = true;
    for (const number of [1, 2]) await service.begin('booking', `ASKED-${number}`);
    const [incident] = await service.bridge.incidents.list({ open: true });
    const page = await open(`#/incidents?instanceId=${incident?.instanceId}`);
    service.bookFails = false;
    await button(page, 'Retry all …').click();
    const dialog = page.getByRole('dialog', { name: 'Retry: 1 chosen by the filter?' });
    await dialog.waitFor();
    await page.evaluate("location.hash = '#/incidents'");
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Retry: 1 done, 0 left.').first().waitFor();
    await service.bridge.idle();
    expect(await service.bridge.incidents.count({ open: true })).toBe(1);
    await service.bridge.incidents.retryAll({});
    await service.bridge.idle();
  });

  test('a longer list has each row once, with what happens meanwhile to those after its first part', async () => {
    for (let number = 0; number < 60; number += 1) await service.begin('plain', `LONG-${number}`);
    const page = await open('#/instances?processId=plain');
    await button(page, 'Show more').click();
    await link(page, 'LONG-0').waitFor();
    for (const number of [60, 61]) await service.begin('plain', `LONG-${number}`);
    await link(page, 'LONG-61').waitFor();
    const names = await page.getByRole('link', { name: /^LONG-/ }).allTextContents();
    expect(names.toSorted()).toEqual(Array.from({ length: 62 }, (_, number) => `LONG-${number}`).toSorted());
  });

  test('a long list says that more than 1,000 rows follow', async () => {
    await beginMany(service);
    const page = await open('#/tasks?processId=many');
    await page.getByText('50 of more than 1,000').waitFor();
  });

  test('one incident is retried; one of a press is resolved with what was done instead', async () => {
    service.bookFails = true;
    const booking = await service.begin('booking', 'BOOK-3');
    const page = await open(`#/instances/${booking}`);
    service.bookFails = false;
    await region(page, 'Timeline').getByText('calls book').waitFor();
    await region(page, 'Incidents').getByRole('button', { name: 'Retry: ERR_SERVICE_FAILED' }).click();
    await page.getByText('ended', { exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);

    const limited = await beginFailedPress(service, 'LIMITED-1');
    await page.goto(`${service.url}#/instances/${limited}`);
    await page.getByText('A person can press again').waitFor();
    await button(page, /^Resolve: /).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('decided by phone');
    await dialog.getByRole('button', { name: 'Resolve' }).click();
    await region(page, 'Timeline').getByText('decided by phone').waitFor();
    expect(await service.bridge.incidents.count({ instanceId: limited, open: true })).toBe(0);
  });

  test('a parked report is skipped with a reason, and not without one', async () => {
    const { onTasks } = service.center;
    refuseTasks(service.center);
    const instanceId = await service.begin('plain', 'PLAIN-2');
    service.center.onTasks = onTasks;
    const [report] = await service.bridge.outbox.list({ instanceId });
    const page = await open('#/reports?state=parked');
    await page.getByText('0 pending, 1 parked, 0 unconfirmed').waitFor();
    await button(page, `Skip: Report ${report?.seq}`).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Skip' }).click();
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('made by hand');
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('There are no such reports').waitFor();
    expect(await service.bridge.outbox.list({ instanceId })).toMatchObject([
      { state: 'skipped', reason: 'made by hand' },
    ]);
  });

  test('all parked reports that the filter leaves are skipped with one reason', async () => {
    const { onTasks } = service.center;
    refuseTasks(service.center);
    const ids = [await service.begin('plain', 'PLAIN-3'), await service.begin('plain', 'PLAIN-4')];
    service.center.onTasks = onTasks;
    const page = await open('#/reports?state=parked&createdBefore=2025-01-01T08:00');
    await page.getByText('There are no such reports').waitFor();
    await page.getByLabel('Stored before').fill('2199-01-01T08:00');
    await page.getByRole('combobox', { name: 'Process' }).selectOption('plain');
    await page.getByRole('searchbox', { name: 'Reason contains' }).fill('somebody else');
    await page.getByText('There are no such reports').waitFor();
    await page.getByRole('searchbox', { name: 'Reason contains' }).fill('such account');
    await page.getByText('such account').first().waitFor();
    await button(page, 'Skip all …').click();
    const dialog = page.getByRole('dialog', { name: 'Skip: 2 chosen by the filter?' });
    await dialog.getByRole('button', { name: 'Skip' }).click();
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('a test of the center');
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('Skip: 2 done, 0 left.').first().waitFor();
    for (const instanceId of ids) {
      expect(await service.bridge.outbox.list({ instanceId })).toMatchObject([
        { state: 'skipped', reason: 'a test of the center' },
      ]);
    }
  });

  test('a parked message of the service, which belongs to no instance, is found and sent again', async () => {
    const { onMessages } = service.center;
    service.center.onMessages = answerJson(200, { timestamp: 1, code: 500, message: 'no such type', data: null });
    for (const sendId of ['canteen', 'parking']) {
      const data = { title: 'Closed', paramValueJson: {} };
      await service.bridge.messages.send({ sendId, messageTypeCode: 'NOTICE', toPersons: 'bo', data });
    }
    await service.bridge.idle();
    service.center.onMessages = onMessages;
    const page = await open('#/messages?state=parked');
    await page.getByText('no such type').first().waitFor();
    await button(page, 'Skip: canteen').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('told by phone');
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await page.getByText('0 pending, 1 parked').waitFor();
    await button(page, 'Retry all …').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Retry: 1 done, 0 left.').first().waitFor();
    await page.getByText('There are no such messages').waitFor();
    await service.bridge.idle();
    const states = (await service.bridge.messages.list()).map(({ sendId, state }) => [sendId, state]);
    expect(states).toEqual(
      expect.arrayContaining([
        ['canteen', 'skipped'],
        ['parking', 'sent'],
      ]),
    );
  });

  test('what belongs to no instance is in the history, with who did it', async () => {
    const { definitionId } = await service.bridge.deploy(
      processFile([start(), userTask('check', { assignee: 'bo' }), end()], 'start > check > end', { id: 'old' }),
    );
    await service.bridge.definitions.undeploy(definitionId, { by: 'eva' });
    const page = await open('#/instances');
    await link(page, 'History').click();
    const table = page.getByRole('table', { name: 'History' });
    await table.getByText('Definition undeployed').waitFor();
    await table.getByText(/^old · .* · by eva$/).waitFor();
    await page.getByRole('searchbox', { name: 'Done by' }).fill('nobody');
    await page.getByText('There are no such entries').waitFor();
    await page.getByRole('searchbox', { name: 'Done by' }).fill('Olga');
    await page.getByRole('checkbox', { name: 'Also of instances' }).check();
    await table.getByText('Report skipped').first().waitFor();
    await page.getByLabel('From').fill('2199-01-01T08:00');
    await page.getByText('There are no such entries').waitFor();
  });

  test('a task is reassigned, variables are set and the instance is migrated by who has the right to', async () => {
    const instanceId = await service.begin('plain', 'PLAIN-5');
    service.user = { name: 'Otto', mayOperate: true };
    const page = await open(`#/instances/${instanceId}`);
    await button(page, 'Suspend: PLAIN-5').waitFor();
    expect(await button(page, /Reassign|Set variables|Migrate/).count()).toBe(0);
    service.user = OPERATOR;
    await page.reload();
    await button(page, 'Reassign: check').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Accounts, separated by commas' }).fill('carol, dara');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('ill');
    await dialog.getByRole('button', { name: 'Reassign' }).click();
    await page.getByText('carol, dara').first().waitFor();
    await button(page, 'Set variables: PLAIN-5').click();
    const json = dialog.getByRole('textbox', { name: 'Variables, as JSON' });
    await json.fill('amount = 5');
    await dialog.getByRole('button', { name: 'Set variables' }).click();
    await dialog.getByText('must be a JSON object').waitFor();
    await json.fill('{"amount": 5}');
    await dialog.getByRole('button', { name: 'Set variables' }).click();
    await region(page, 'Variables').getByText('"amount"').waitFor();
    const { definitionId } = await service.bridge.deploy(
      processFile([start(), userTask('check', { assignee: 'eva' }), end()], 'start > check > end', { id: 'plain' }),
    );
    await button(page, 'Migrate: PLAIN-5').click();
    await dialog.getByRole('combobox', { name: 'Definition' }).selectOption(definitionId);
    await dialog.getByRole('button', { name: 'Migrate' }).click();
    await region(page, 'Timeline').getByText('Moved to another version').waitFor();
    expect((await service.bridge.instances.get(instanceId))?.definitionId).toBe(definitionId);
  });

  test('who was asked is shown with the task that they have, and is recalled', async () => {
    const instanceId = await service.begin('limited', 'LIMITED-2');
    const [task] = await service.bridge.tasks.list({ instanceId });
    service.user = { name: 'Otto', mayOperate: true };
    const page = await open(`#/instances/${instanceId}`);
    await region(page, 'Open tasks').getByText('in progress').waitFor();
    expect(await button(page, /^Recall/).count()).toBe(0);
    await service.bridge.addSigners(task?.taskId ?? '', { to: ['carol', 'dara'] });
    const asked = region(page, 'Open tasks').getByRole('article');
    await expect.poll(() => asked.count()).toBe(2);
    const ofCarol = asked.filter({ hasText: 'carol' });
    await ofCarol.getByText('opinion, asked first').waitFor();
    await ofCarol.getByText(`Asked with task ${task?.taskId}`).waitFor();
    const recall = async (ofWhom: typeof asked, why: string) => {
      await ofWhom.getByRole('button', { name: /^Recall/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Reason' }).fill(why);
      await dialog.getByRole('button', { name: 'Recall' }).click();
      await region(page, 'Timeline')
        .getByText(new RegExp(`${why} .* by Otto`))
        .waitFor();
    };
    await recall(ofCarol, 'on leave');
    await ofCarol.waitFor({ state: 'detached' });
    await region(page, 'Timeline').getByText('dara · asked first, for an opinion').waitFor();
    await recall(asked, 'decided by phone');
    await region(page, 'Timeline').getByText('bo · came back').waitFor();
    await button(page, /^Recall/).waitFor({ state: 'detached' });
  });

  test('failed jobs are retried from their list; a version that nothing runs is undeployed', async () => {
    service.bookFails = true;
    const booking = await service.begin('booking', 'BOOK-4');
    const page = await open('#/jobs?state=failed');
    await page.getByText('the booking office is closed').first().waitFor();
    service.bookFails = false;
    await button(page, 'Retry: book').click();
    await expect.poll(async () => (await service.bridge.instances.get(booking))?.status).toBe('ended');
    const { definitionId } = await service.bridge.deploy(
      processFile([start(), userTask('look', { assignee: 'bo' }), end()], 'start > look > end', { id: 'unused' }),
    );
    await page.goto(`${service.url}#/definitions/${definitionId}`);
    await button(page, 'Undeploy: unused').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undeploy' }).click();
    await page.getByText('undeployed', { exact: true }).waitFor();
    await button(page, 'Undeploy: unused').waitFor({ state: 'detached' });
  });

  test('who may only look finds no buttons and no variables', async () => {
    service.user = { name: 'Ingo' };
    const page = await open(`#/instances/${purchase}`);
    await page.getByText('You may not see the variables of instances.').waitFor();
    expect(await button(page, /Suspend|Terminate/).count()).toBe(0);
    expect(await page.content()).not.toContain('Laptops');
  });

  const MISSING = 'an instance that is not there';
  const SCREENS = {
    instances: { address: () => '#/instances', shown: 'table' },
    instance: { address: () => `#/instances/${purchase}`, shown: '.diagram-count' },
    tasks: { address: () => '#/tasks', shown: '.item' },
    definitions: { address: () => '#/definitions', shown: 'table' },
    definition: {
      address: async () => `#/definitions/${(await service.bridge.instances.get(purchase))?.definitionId}`,
      shown: '.diagram-count',
    },
    reports: { address: () => '#/reports', shown: '.item' },
    messages: { address: () => '#/messages', shown: '.item' },
    jobs: { address: () => '#/jobs', shown: '.item' },
    incidents: { address: () => '#/incidents', shown: 'p.notice-title' },
    doubts: { address: () => '#/doubts', shown: 'p.muted' },
    history: { address: () => '#/history?all=true', shown: 'table' },
    [MISSING]: { address: () => '#/instances/x', shown: 'h1.notice-title' },
  };

  const VIEWS: Record<string, BrowserContextOptions> = {
    'a desktop in Chinese and dark': {
      ...{ locale: 'zh-CN', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
    },
    'a phone in English and light': {
      ...{ colorScheme: 'light', viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
    },
  };

  test.each([1440, 1280, 800, 360])('a window of %i pixels shows all of the header', async (width) => {
    const page = await open('', { viewport: { width, height: 800 } });
    await page.getByRole('table', { name: 'Instances' }).waitFor();
    for (const tool of await page.locator('.header-tools button').all()) {
      const { x, width: own } = (await tool.boundingBox()) ?? { x: -1, width: 0 };
      expect.soft(x).toBeGreaterThan(0);
      expect.soft(x + own).toBeLessThanOrEqual(width);
    }
  });

  test.each(Object.entries(VIEWS))('every screen can be read and used by everybody on %s', async (_, view) => {
    const page = await open('', view);
    for (const [name, screen] of Object.entries(SCREENS)) {
      // By way of what is not there, so that what is waited for is of this screen.
      for (const address of ['#/instances/x', await screen.address()]) {
        await page.evaluate(`location.hash = ${JSON.stringify(address)}`);
        await page
          .locator(address === '#/instances/x' ? SCREENS[MISSING].shown : screen.shown)
          .first()
          .waitFor();
      }
      expect.soft(await overflowOf(page), `${name}: wider than the window`).toBe(0);
      expect.soft(await findBarriers(page), `${name}: shuts somebody out`).toEqual([]);
      if (view.locale === 'zh-CN') {
        expect.soft(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
        expect
          .soft(await page.getByRole('navigation').innerText())
          .toBe('实例\n任务\n流程定义\n上报\n消息\n服务调用\n故障\n待核对\n历史');
      }
    }
    // What the service does not know is asked for, and said.
    troubles = troubles.filter((text) => !text.includes('404'));
  });
});
